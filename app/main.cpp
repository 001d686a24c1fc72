#include "app/options.h"

int main(int argc, char** argv) { return fum::command_line(argc, argv); }
