// Draws what ImGui has, and says what that took. A host's own, since its queries end with the host's context.
#pragma once

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "render/gpu_clock.h"
#include "render/screen.h"

namespace fum {

class PanelDrawing {
public:
    void draw(Screen& screen, int width, int height) {
        ImGui::Render();
        clock_.start();
        screen.begin(width, height);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        clock_.stop();
    }
    double gpu_ms() const { return clock_.ms(); }

private:
    GpuClock clock_;
};

}  // namespace fum
