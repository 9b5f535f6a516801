// The arithmetic of movement that runs for each sample of a recording of weeks, by the widest instructions that the
// processor has. Every operation is the one that IEEE 754 names, in the order written: the same bits on every machine.
//
// In C because the choice is made while the program runs, which needs a target for each function. Vectors of three axes
// are four doubles, the last of them 0; none need be aligned.
#ifndef NIGHTJAR_CEPOCHS_H
#define NIGHTJAR_CEPOCHS_H

#include <stdbool.h>
#include <stdint.h>

#include "Motion.h"

// ActiGraph's activity counts (Neishabouri and others 2022) of a stretch of samples in g.
struct nightjar_counts {
    // Samples are brought to `up` times their rate, of which one in `down` is kept: 1 or 3, and at least `up`.
    int32_t up, down;
    // Of the filter over the zeros that are put in.
    double gain, feedback;
    // All 0 before the first sample.
    int32_t phase, summed, is_running;
    double held[4], sum[4], band[7][4];
};

// Takes `count` vectors and writes the counts that they complete: at most (count + 2) / 3 vectors. Returns how many.
long nightjar_counts_add(struct nightjar_counts *counts, const void *samples, long count, void *made);

// A place on an even grid of samples: see SteadyGrid.
struct nightjar_grid {
    double rate;
    // The longest distance without a hole and how far a sample may lie from a place to be taken as it is, in periods.
    double hole, slack;
    // The first instant of the stretch, in nanoseconds since 1970.
    int64_t origin;
    // Places made since, and the last sample: where it lay, in periods, and its value.
    int64_t made;
    double place;
    double value[4];
    // The calibration of each axis: value * scale + offset.
    bool is_calibrated;
    double scale[4], offset[4];
};

// Puts samples of three floats on the grid, into `block` from `*filled` on, and returns how many were taken: all, or those
// before one that ends the stretch, that is not a usual value, or after which the block of `size` might be full. Sample n
// is at `start` + (n * `period` + `fraction`) / 2^24 nanoseconds, rounded down.
long nightjar_grid_add(
    struct nightjar_grid *grid, const float *values, long count, int64_t start, int64_t fraction, int64_t period,
    void *block, long *filled, long size);

// How some samples spread: of each axis the first value, the sum and the sum of squares of the differences from it, the
// least and the largest value.
struct nightjar_spread {
    double shift[4], sum[4], squares[4];
    float least[4], most[4];
};

// The spread of `count` samples of three floats, at least one. False, with the result in disorder, where one is not a usual
// value.
bool nightjar_spread_of(const float *values, long count, struct nightjar_spread *spread);

// Writes value * scale + offset of `count` samples of three floats; the arrays may be the same.
void nightjar_calibrate(const float *values, long count, const double *scale, const double *offset, float *made);

#endif
