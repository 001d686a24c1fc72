#include "app/display.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace fum {
namespace {

/// True if an X server listens at the local display ":0", ":0.0", ...
bool answers(const std::string& display) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    const std::string path = "/tmp/.X11-unix/X" + display.substr(1, display.find('.') - 1);
    if (path.size() >= sizeof place.sun_path) return false;
    std::copy(path.begin(), path.end(), place.sun_path);
    const int door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool open = door >= 0 && connect(door, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0;
    if (door >= 0) close(door);
    return open;
}

}  // namespace

Display find_display() {
    const char* named = std::getenv("DISPLAY");
    Display display{named != nullptr ? named : "", ""};
    if (display.name.empty())
        display.fault = "none (DISPLAY is not set)";
    else if (display.name.front() == ':' && !answers(display.name))
        display.fault = fmt::format("DISPLAY is {}, but no X server answers there", display.name);
    return display;
}

}  // namespace fum
