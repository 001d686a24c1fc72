#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "app/window/host.h"
#include "app/window/panel_drawing.h"
#include "render/context.h"

namespace fum {
namespace {

/// Where ImGui finds the keys that it acts on itself.
constexpr std::array<std::pair<ImGuiKey, int>, 22> key_map{{{ImGuiKey_Tab, key_tab},
                                                            {ImGuiKey_LeftArrow, key_left},
                                                            {ImGuiKey_RightArrow, key_right},
                                                            {ImGuiKey_UpArrow, key_up},
                                                            {ImGuiKey_DownArrow, key_down},
                                                            {ImGuiKey_PageUp, key_page_up},
                                                            {ImGuiKey_PageDown, key_page_down},
                                                            {ImGuiKey_Home, key_home},
                                                            {ImGuiKey_End, key_end},
                                                            {ImGuiKey_Insert, key_insert},
                                                            {ImGuiKey_Delete, key_delete},
                                                            {ImGuiKey_Backspace, key_backspace},
                                                            {ImGuiKey_Space, key_space},
                                                            {ImGuiKey_Enter, key_enter},
                                                            {ImGuiKey_Escape, key_escape},
                                                            {ImGuiKey_KeyPadEnter, key_pad_enter},
                                                            {ImGuiKey_A, 'A'},
                                                            {ImGuiKey_C, 'C'},
                                                            {ImGuiKey_V, 'V'},
                                                            {ImGuiKey_X, 'X'},
                                                            {ImGuiKey_Y, 'Y'},
                                                            {ImGuiKey_Z, 'Z'}}};

class Offscreen final : public Host {
    using Clock = std::chrono::steady_clock;
    static constexpr auto picture_time = std::chrono::nanoseconds(16'666'667);  // as on most screens

public:
    explicit Offscreen(const HostOptions& options)
        : context_(options.debug), width_(options.width), height_(options.height), vsync_(options.vsync) {
        screen_ = std::make_unique<Screen>(width_, height_);
        ImGui::CreateContext();
        for (const auto& [key, number] : key_map) ImGui::GetIO().KeyMap[key] = number;
        ImGui_ImplOpenGL3_Init("#version 450 core");
    }
    ~Offscreen() override {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext();
    }

    void begin_frame(double wait_s) override {
        if (wait_s > 0) std::this_thread::sleep_for(std::chrono::duration<double>(wait_s));
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
        const auto now = Clock::now();
        io.DeltaTime = std::max(1e-4f, std::chrono::duration<float>(now - then_).count());
        then_ = now;
        ImGui_ImplOpenGL3_NewFrame();
        hand().apply();
        ImGui::NewFrame();
    }
    void end_frame() override {
        panels_.draw(*screen_, width_, height_);
        const auto now = Clock::now();
        shown_at_ = std::max(shown_at_ + picture_time, now);  // a late picture waits for no other
        if (vsync_) std::this_thread::sleep_until(shown_at_);
    }
    bool asked_to_close() const override { return closing_; }
    void forget_to_close() override { closing_ = false; }
    std::vector<std::filesystem::path> take_drops() override { return std::exchange(drops_, {}); }
    void set_title(const std::string&) override {}
    float content_scale() const override { return 1; }
    double panels_gpu_ms() const override { return panels_.gpu_ms(); }
    std::string renderer() const override { return context_.renderer(); }
    void keep_pictures(bool) override {}
    Screenshot screenshot() const override { return screen_->read(); }

    void drop(const std::filesystem::path& path) override { drops_.push_back(path); }
    void close() override { closing_ = true; }
    void resize(int width, int height) override {
        screen_ = std::make_unique<Screen>(width, height);
        width_ = width;
        height_ = height;
    }

private:
    Context context_;
    int width_, height_;
    bool vsync_;
    std::unique_ptr<Screen> screen_;
    PanelDrawing panels_;
    bool closing_ = false;
    std::vector<std::filesystem::path> drops_;
    Clock::time_point then_ = Clock::now(), shown_at_ = then_;
};

}  // namespace

std::unique_ptr<Host> make_offscreen_host(const HostOptions& options) { return std::make_unique<Offscreen>(options); }

}  // namespace fum
