#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/window/host.h"
#include "render/window.h"

namespace fum {
namespace {

class WindowHost final : public Host {
public:
    explicit WindowHost(const HostOptions& options)
        : window_({options.title, options.width, options.height, options.maximized, options.debug, options.vsync}) {
        ImGui::CreateContext();
        ImGui_ImplGlfw_InitForOpenGL(window_.handle(), true);
        ImGui_ImplOpenGL3_Init("#version 450 core");
    }
    ~WindowHost() override {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
    }

    void begin_frame(double wait_s) override {
        window_.take_events(wait_s);
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        ImGui::NewFrame();
    }
    void end_frame() override {
        ImGui::Render();
        int width = 0, height = 0;
        window_.framebuffer_size(width, height);
        screen_.begin(width, height);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        if (keep_) kept_ = screen_.read();
        window_.present();
    }
    bool asked_to_close() const override { return window_.asked_to_close(); }
    void forget_to_close() override { window_.forget_to_close(); }
    std::vector<std::filesystem::path> take_drops() override { return window_.take_drops(); }
    void set_title(const std::string& title) override { window_.set_title(title); }
    float content_scale() const override { return window_.content_scale(); }
    const Window* window() const override { return &window_; }
    std::string renderer() const override { return gl_renderer(); }
    void keep_pictures(bool keep) override { keep_ = keep; }
    Screenshot screenshot() const override { return kept_; }

private:
    Window window_;
    Screen screen_;
    bool keep_ = false;
    Screenshot kept_;
};

}  // namespace

std::unique_ptr<Host> make_window_host(const HostOptions& options) { return std::make_unique<WindowHost>(options); }

bool Host::draws_on_cpu() const {
    const std::string name = renderer();
    return name.find("llvmpipe") != std::string::npos || name.find("softpipe") != std::string::npos;
}

}  // namespace fum
