// A home folder of a test's own.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <optional>
#include <string>

#include "tests/support/temporary_folder.h"

namespace fum::test {

/// HOME is `folder`, the XDG variables are not set; all are as they were when the test is over.
class Home : public testing::Test {
protected:
    Home() {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (const char* value = ::getenv(names[i])) before_[i] = value;
            ::unsetenv(names[i]);
        }
        ::setenv("HOME", folder.path().c_str(), 1);
    }
    ~Home() override {
        for (std::size_t i = 0; i < names.size(); ++i)
            before_[i] ? ::setenv(names[i], before_[i]->c_str(), 1) : ::unsetenv(names[i]);
    }
    const TemporaryFolder folder;

private:
    static constexpr std::array<const char*, 4> names{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"};
    std::array<std::optional<std::string>, 4> before_;
};

}  // namespace fum::test
