// The switch of the mutants: read from the environment when a program begins, so that one build holds them all.
#include "Mutants.h"

#include <stdio.h>
#include <stdlib.h>

int mutants_on;
unsigned char mutants_reached[MUTANTS];

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("MUTANT");
    if (number) mutants_on = atoi(number);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("MUTANTS_REACHED");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    for (int number = 0; number < MUTANTS; number++)
        if (mutants_reached[number]) fprintf(file, "%d\n", number);
    fclose(file);
}
