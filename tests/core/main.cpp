// Runs all unit tests, or those whose name contains the first argument.
#include "check.hpp"

int main(int count, char** arguments) { return check::run(count > 1 ? arguments[1] : ""); }
