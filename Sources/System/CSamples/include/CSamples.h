// Samples out of packed words, by the widest instructions that the processor has, and into the digital values of exports.
//
// In C because the choice is made while the program runs, which needs a target for each function.
#ifndef NIGHTJAR_CSAMPLES_H
#define NIGHTJAR_CSAMPLES_H

#include <stdbool.h>
#include <stdint.h>

// Axivity's packed samples: `count` little-endian words of 32 bits, from bit 0 on x, y and z as signed values of ten
// bits and an exponent of two that all three share. Writes 3 * count floats, each value times scale * 2^exponent; with
// a scale that is a power of two every value is exact. `words` need not be aligned and may not overlap `target`.
void nightjar_unpack_triples(const void *words, long count, float scale, float *target);

// Twelve bits each, most significant first: 3 * count floats in the order stored, the first two of each sample changed
// over with `swaps`. The source has (9 * count + 1) / 2 bytes.
void nightjar_samples_twelve(const void *source, long count, bool swaps, float scale, float *target);

// Twelve hexadecimal digits for each sample, of which the first nine are x, y, z in twelve bits: 3 * count floats of
// value * factor + shift, and in `rest` the last twelve bits of each. False, with both in disorder, when one of the
// digits is none. factor and shift have four.
bool nightjar_samples_digits(
    const void *source, long count, const float *factor, const float *shift, float *target, uint16_t *rest);

// The least and the greatest finite value of `count` samples of `axes` values each, or what `least` and `greatest` hold
// already where that goes further.
void nightjar_samples_extent(const float *values, long count, long axes, float *least, float *greatest);

// Digital values of `count` samples of `axes` values each: (value - offset) * scale, rounded to the nearest and held within
// -32000 ... 32000; -32768 for what is not finite. Those of an axis lie beside each other, `pitch` after those of the one
// before.
void nightjar_samples_digital(
    const float *values, long count, long axes, float offset, float scale, int16_t *target, long pitch);

#endif
