#include "app/templates.h"

#include "sim/core/error.h"

namespace fum {

std::string filled(std::string_view name, const std::map<std::string, std::string>& words) {
    const auto found = embedded_templates().find(name);
    FUM_ASSERT(found != embedded_templates().end(), std::string(name));
    const std::string_view text = found->second;
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    std::string result;
    std::size_t from = 0;
    for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at)) {
        const std::size_t end = text.find_first_not_of(letters, at + 1);
        if (end == text.npos || text[end] != '@' || end == at + 1) {  // an @ of the text's own
            ++at;
            continue;
        }
        const std::string word(text.substr(at + 1, end - at - 1));
        FUM_ASSERT(words.contains(word), std::string(name) + ": " + word);
        result.append(text.substr(from, at - from)).append(words.at(word));
        from = at = end + 1;
    }
    return result.append(text.substr(from));
}

}  // namespace fum
