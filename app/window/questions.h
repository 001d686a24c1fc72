// Questions that must be answered before the window goes on: one at a time, in the order in which they were asked.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/window/workspace.h"

namespace fum {

struct Question {
    struct Answer {
        std::string word;  ///< "Don't save"
        std::function<void(Workspace&)> run = {};
        std::string help = {};
    };
    std::string title;
    std::string text;             ///< one or two sentences
    std::vector<Answer> answers;  ///< the first is what Enter chooses, the last what Esc does
    std::string code = {};        ///< a text to be copied, shown in a field; a button copies it
};

void ask(Workspace&, Question);
bool question_open(Workspace&);

/// Once a picture.
void draw_questions(Workspace&);

}  // namespace fum
