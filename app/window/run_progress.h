// What a `fumarole run`, `render` or `movie` that runs beside us has said about itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fum {

/// A line of the log (app/log.h), taken apart.
struct LogLine {
    std::string level;  ///< "INFO", "WARN", "ERROR"; empty: the line goes on where the last one ended
    std::string part;   ///< "progress"
    std::string text;
};
LogLine log_line(const std::string& line);

/// "41 s", "3 min 05 s", "2 h 10 min" in seconds; negative if it is none.
double seconds_of(const std::string& text);

struct RunProgress {
    int frame = 0, frames = 0;         ///< that the solver has finished, of
    std::int64_t step = 0, steps = 0;  ///< done, of
    double mlups = 0;
    double left_s = -1;      ///< by its own account; negative: not known yet
    int written = 0;         ///< frames whose files are finished
    std::int64_t bytes = 0;  ///< of these
    int kept = 0;            ///< frames of an earlier run
    std::string result;      ///< the last line on stdout
    std::string last;        ///< line of the log, without time and level
    std::string error;       ///< its last sentence of an error, with all its lines
    std::vector<std::string> warnings;

    void take_log(const std::string& line);     ///< of stderr
    void take_output(const std::string& line);  ///< of stdout
    /// 0..1; 0 while it prepares.
    double share() const;

private:
    void take_information(const LogLine&);
    bool error_goes_on_ = false;  ///< a line without a level belongs to the error
};

}  // namespace fum
