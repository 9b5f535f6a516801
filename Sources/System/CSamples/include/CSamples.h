// Samples out of packed words, by the widest instructions that the processor has.
//
// In C because the choice is made while the program runs, which needs a target for each function.
#ifndef NIGHTJAR_CSAMPLES_H
#define NIGHTJAR_CSAMPLES_H

// Axivity's packed samples: `count` little-endian words of 32 bits, from bit 0 on x, y and z as signed values of ten
// bits and an exponent of two that all three share. Writes 3 * count floats, each value times scale * 2^exponent; with
// a scale that is a power of two every value is exact. `words` need not be aligned and may not overlap `target`.
void nightjar_unpack_triples(const void *words, long count, float scale, float *target);

#endif
