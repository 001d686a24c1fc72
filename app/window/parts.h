// What single panels remember, each in a struct of its own that nobody else needs to know.
#pragma once

#include <map>
#include <memory>
#include <typeindex>

namespace fum {

class Parts {
public:
    /// The one T, made at the first call.
    template <class T>
    T& of() {
        auto& place = all_[std::type_index(typeid(T))];
        if (!place) place = std::make_shared<T>();
        return *static_cast<T*>(place.get());
    }

private:
    std::map<std::type_index, std::shared_ptr<void>> all_;
};

}  // namespace fum
