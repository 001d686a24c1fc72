#include "app/window/hand.h"

#include <imgui.h>

#include <utility>

namespace fum {

void Hand::move_mouse(float x, float y) {
    moved_ = true;
    x_ = x;
    y_ = y;
}

void Hand::press(int button, bool down) {
    moved_ = true;
    buttons_.at(static_cast<std::size_t>(button)) = down;
}

void Hand::wheel(float steps) {
    moved_ = true;
    wheel_ += steps;
}

void Hand::key(int key, bool down) {
    keys_.at(static_cast<std::size_t>(key)) = down;
    touched_.at(static_cast<std::size_t>(key)) = true;
}

void Hand::type(const std::string& utf8) { text_ += utf8; }

void Hand::apply() {
    ImGuiIO& io = ImGui::GetIO();
    if (moved_) {
        io.MousePos = {x_, y_};
        for (std::size_t i = 0; i < buttons_.size(); ++i) io.MouseDown[i] = buttons_[i];
        io.MouseWheel += std::exchange(wheel_, 0.0f);
    }
    for (std::size_t i = 0; i < keys_.size(); ++i)
        if (touched_[i]) io.KeysDown[i] = keys_[i];
    io.KeyCtrl = io.KeysDown[key_left_control] || io.KeysDown[key_right_control];
    io.KeyShift = io.KeysDown[key_left_shift] || io.KeysDown[key_right_shift];
    io.KeyAlt = io.KeysDown[key_left_alt] || io.KeysDown[key_right_alt];
    if (!text_.empty()) io.AddInputCharactersUTF8(std::exchange(text_, {}).c_str());
}

}  // namespace fum
