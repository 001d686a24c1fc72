// What a panel says about a parameter beside its value: the value of a new scene, the value that is used where none is
// given, and why it does nothing.
#pragma once

#include <optional>
#include <string>

#include "app/setup.h"
#include "sim/core/param.h"
#include "sim/scene.h"

namespace fum {

/// Of a new scene, by the full key ("solid[2].scale"). Empty: not given, which makes the parameter an optional one.
Value usual_value(const std::string& key);

/// Makes it so. False for a key that is no parameter.
bool reset_parameter(Scene&, const std::string& key);

/// What is used where an optional parameter is not given; nothing if that cannot be said, or means "never". `prepared`
/// must be usable.
std::optional<Value> used_value(const Setup& prepared, const std::string& key);

/// Why the parameter does nothing in this scene, "only for spin": empty if it does something.
std::string idle_reason(const Scene&, const std::string& key);

/// After a choice has changed (a face's kind, a solid's motion): makes what hangs on it fit, as a user would have to
/// next. An inflow blows into the domain, a face that knows no velocity has none, periodic faces come in pairs,
/// keyframes begin with two. Leaves all other keys alone.
void settle_choice(Scene&, const std::string& key);

/// Parameters that exclude each other: giving `key` takes the other away. Empty if there is none.
std::string rival_of(const std::string& key);

}  // namespace fum
