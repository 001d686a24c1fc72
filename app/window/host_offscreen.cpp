#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "app/window/host.h"
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

class Offscreen final : public OffscreenHost {
    using Clock = std::chrono::steady_clock;

public:
    explicit Offscreen(const HostOptions& options)
        : width_(options.width), height_(options.height), screen_(options.width, options.height) {
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
        ImGui::NewFrame();
    }
    void end_frame() override {
        ImGui::Render();
        screen_.begin(width_, height_);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    }
    bool asked_to_close() const override { return closing_; }
    void forget_to_close() override { closing_ = false; }
    std::vector<std::filesystem::path> take_drops() override { return std::exchange(drops_, {}); }
    void set_title(const std::string&) override {}
    float content_scale() const override { return 1; }
    std::string renderer() const override { return context_.renderer(); }
    void keep_pictures(bool) override {}
    Screenshot screenshot() const override { return screen_.read(); }

    void move_mouse(float x, float y) override { ImGui::GetIO().MousePos = {x, y}; }
    void press(int button, bool down) override { ImGui::GetIO().MouseDown[button] = down; }
    void wheel(float steps) override { ImGui::GetIO().MouseWheel += steps; }
    void key(int key, bool down) override {
        ImGuiIO& io = ImGui::GetIO();
        io.KeysDown[key] = down;
        io.KeyCtrl = io.KeysDown[key_left_control];
        io.KeyShift = io.KeysDown[key_left_shift];
        io.KeyAlt = io.KeysDown[key_left_alt];
    }
    void type(const std::string& utf8) override { ImGui::GetIO().AddInputCharactersUTF8(utf8.c_str()); }
    void drop(const std::filesystem::path& path) override { drops_.push_back(path); }
    void close() override { closing_ = true; }

private:
    Context context_;
    int width_, height_;
    Screen screen_;
    bool closing_ = false;
    std::vector<std::filesystem::path> drops_;
    Clock::time_point then_ = Clock::now();
};

}  // namespace

std::unique_ptr<OffscreenHost> make_offscreen_host(const HostOptions& options) {
    return std::make_unique<Offscreen>(options);
}

}  // namespace fum
