#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <utility>

#include "app/window/host.h"
#include "app/window/panel_drawing.h"
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
        hold_taps();
        hand().apply();
        ImGui::NewFrame();
    }
    void end_frame() override {
        int width = 0, height = 0;
        window_.framebuffer_size(width, height);
        panels_.draw(screen_, width, height);
        if (keep_) kept_ = screen_.read();
        window_.present();
    }
    bool asked_to_close() const override { return closing_ || window_.asked_to_close(); }
    void forget_to_close() override {
        window_.forget_to_close();
        closing_ = false;
    }
    std::vector<std::filesystem::path> take_drops() override {
        std::vector<std::filesystem::path> all = window_.take_drops();
        all.insert(all.end(), drops_.begin(), drops_.end());
        drops_.clear();
        return all;
    }
    void drop(const std::filesystem::path& path) override { drops_.push_back(path); }
    void close() override { closing_ = true; }
    void resize(int width, int height) override { window_.resize(width, height); }
    void set_fullscreen(bool fullscreen) override { window_.set_fullscreen(fullscreen); }
    void set_title(const std::string& title) override { window_.set_title(title); }
    float content_scale() const override { return window_.content_scale(); }
    const Window* window() const override { return &window_; }
    double panels_gpu_ms() const override { return panels_.gpu_ms(); }
    std::string renderer() const override { return gl_renderer(); }
    void keep_pictures(bool keep) override { keep_ = keep; }
    Screenshot screenshot() const override { return kept_; }

private:
    /// A key that went down and up between two pictures is down in one of them: at ten pictures a second most are so
    /// short, and ImGui 1.86 would miss them. Its backend, which came later, calls the window's key callback as well.
    void hold_taps() {
        ImGuiIO& io = ImGui::GetIO();
        for (const int key : std::exchange(taps_, {})) io.KeysDown[key] = false;
        const auto hold = [&](int key) {
            if (key > key_last || io.KeysDown[key]) return;
            io.KeysDown[key] = true;
            taps_.push_back(key);
        };
        for (const KeyPress& press : window_.take_key_presses()) {
            hold(press.key);
            if (press.ctrl) hold(key_left_control);
            if (press.shift) hold(key_left_shift);
            if (press.alt) hold(key_left_alt);
        }
    }

    Window window_;
    Screen screen_;
    PanelDrawing panels_;
    bool keep_ = false, closing_ = false;
    std::vector<std::filesystem::path> drops_;
    std::vector<int> taps_;
    Screenshot kept_;
};

}  // namespace

std::unique_ptr<Host> make_window_host(const HostOptions& options) { return std::make_unique<WindowHost>(options); }

bool Host::draws_on_cpu() const {
    const std::string name = renderer();
    return name.find("llvmpipe") != std::string::npos || name.find("softpipe") != std::string::npos;
}

}  // namespace fum
