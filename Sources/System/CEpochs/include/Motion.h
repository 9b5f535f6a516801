// Sums over samples of acceleration, by the widest instructions that the processor has, with the same bits by all of them.
//
// In C because the choice is made while the program runs, which needs a target for each function.
#ifndef NIGHTJAR_MOTION_H
#define NIGHTJAR_MOTION_H

#include <stdbool.h>

// |a| - 1 of `count` samples of three axes, in g, into `excess`, with its sum and the sum of its magnitudes. False where
// one is above `limit` or no number. Sample i is added in lane i modulo 8; the lanes are added in pairs at the end. There
// is room for a multiple of eight in `excess`.
bool nightjar_motion_sums(
    const float *values, long count, double limit, double *excess, double *signed_sum, double *magnitude_sum);

// The sum of |excess - mean|, in the same order.
double nightjar_motion_deviation(const double *excess, long count, double mean);

// Axis by axis the medians of the ten windows of 51 picks around the picks of the middle one of seven seconds. Each second has
// ten picks of four floats, the axes and one more; so has what is written.
void nightjar_motion_medians(const float *const *seconds, float *medians);

// The sum of the angles to the horizontal plane, atan(z / sqrt(x^2 + y^2)) in degrees, of vectors of four floats, by arithmetic
// alone; of no vector at all it is 0. Right to about 10^-13 degrees; four are added at a time.
double nightjar_motion_angles(const float *vectors, long count);

// Does without the widest instructions, so that the others can be compared with them.
void nightjar_motion_leave_out(bool widest);

#endif
