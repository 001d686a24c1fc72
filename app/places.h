// Where the program keeps what is not a scene: settings, recent files, the window's layout, copies for after a crash.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/scene.h"

namespace fum {

/// The folders of the XDG base directory rules, each with "fumarole" at its end. Empty where neither its variable nor
/// HOME is set. Not made until something is written.
struct Places {
    std::filesystem::path config;  ///< $XDG_CONFIG_HOME or ~/.config: config.toml, window.json
    std::filesystem::path cache;   ///< $XDG_CACHE_HOME or ~/.cache: tuned plans
    std::filesystem::path state;   ///< $XDG_STATE_HOME or ~/.local/state: log, recent.json, autosave/
};
Places places();

/// Writes a file and the folders above it. False where that cannot be; the first time in the life of the process a
/// warning says so, and the program goes on.
bool write_or_go_on(const std::filesystem::path&, const std::string& bytes);

/// Scene and mesh files opened lately, the newest first.
class RecentFiles {
public:
    static constexpr std::size_t most = 12;
    explicit RecentFiles(const Places&);

    const std::vector<std::filesystem::path>& list() const { return list_; }
    /// To the front, and to the disk.
    void add(const std::filesystem::path&);
    void forget(const std::filesystem::path&);

private:
    void write() const;
    std::filesystem::path file_;
    std::vector<std::filesystem::path> list_;
};

/// What the window looked like: names and numbers, texts, switches. Unknown or broken files give an empty one.
class WindowState {
public:
    explicit WindowState(const Places&);

    double number(const std::string& name, double otherwise) const;
    std::string text(const std::string& name, const std::string& otherwise) const;
    void set(const std::string& name, double value) { numbers_[name] = value; }
    void set(const std::string& name, const std::string& value) { texts_[name] = value; }
    void write() const;

private:
    std::filesystem::path file_;
    std::map<std::string, double> numbers_;
    std::map<std::string, std::string> texts_;
};

/// A scene that a session left behind which has not ended in good order.
struct Rescued {
    Scene scene;
    std::filesystem::path of;    ///< the file it was opened from; empty if none
    std::filesystem::path copy;  ///< the copy, for discard()
    std::string time;            ///< when it was written, UTC
};

/// Copies of the open scene while it has unsaved changes: one a process, gone when that ends in good order.
class Autosave {
public:
    explicit Autosave(const Places&, std::chrono::seconds every = std::chrono::seconds(30));
    ~Autosave();
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    /// Writes if the scene is dirty and the last copy is older than `every`; takes the copy away if it is not dirty.
    void tick(const Scene&, const std::filesystem::path& of, bool dirty);
    /// At once: from where a crash is handled.
    void write(const Scene&, const std::filesystem::path& of);
    /// The copy, if there is one, stays when this ends: a session that was broken off.
    void leave() { mine_.clear(); }

    /// Copies of processes that live no more; to be offered at the start.
    std::vector<Rescued> rescued() const;
    void discard(const Rescued&) const;

private:
    std::filesystem::path folder_, mine_;
    std::chrono::steady_clock::duration every_;
    std::optional<std::chrono::steady_clock::time_point> written_;
};

}  // namespace fum
