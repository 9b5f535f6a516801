#ifndef MUTANTS_H
#define MUTANTS_H

#include <stdbool.h>

#define MUTANTS 65536

/// The mutant that is on; 0 for none.
extern int mutants_on;
/// Which mutants a run came by.
extern unsigned char mutants_reached[MUTANTS];

/// Whether a mutant is on, at the place where it would make a difference.
static inline bool mutant(int number) {
    mutants_reached[number] = 1;
    return mutants_on == number;
}

#endif
