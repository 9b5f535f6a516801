#include "CSamples.h"

#include <float.h>
#include <math.h>

// Lanes of which each belongs to one axis, whatever of these the number of axes is: 1, 2, 3, 4, 6, 8 or 12.
enum { lanes = 24 };

static inline __attribute__((always_inline)) void extend(float value, float *least, float *greatest)
{
    const int is_finite = fabsf(value) <= FLT_MAX;
    *least = is_finite && value < *least ? value : *least;
    *greatest = is_finite && value > *greatest ? value : *greatest;
}

void nightjar_samples_extent(const float *values, long count, long axes, float *least, float *greatest)
{
    const long total = count * axes;
    long index = 0;
    if (axes > 0 && lanes % axes == 0) {
        float low[lanes], high[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            low[lane] = *least;
            high[lane] = *greatest;
        }
        for (; index + lanes <= total; index += lanes) {
            for (int lane = 0; lane < lanes; lane++) extend(values[index + lane], &low[lane], &high[lane]);
        }
        for (int lane = 0; lane < lanes; lane++) {
            *least = low[lane] < *least ? low[lane] : *least;
            *greatest = high[lane] > *greatest ? high[lane] : *greatest;
        }
    }
    for (; index < total; index++) extend(values[index], least, greatest);
}

static inline __attribute__((always_inline)) int16_t digital(float value, float offset, float scale)
{
    float place = (value - offset) * scale;
    // What is no number becomes the least here, and is told apart below.
    place = place > -32000.0f ? place : -32000.0f;
    place = place < 32000.0f ? place : 32000.0f;
    const int rounded = (int)(place + (place < 0.0f ? -0.5f : 0.5f));
    return (int16_t)(fabsf(value) <= FLT_MAX ? rounded : -32768);
}

void nightjar_samples_digital(
    const float *values, long count, long axes, float offset, float scale, int16_t *target, long pitch)
{
    if (axes == 1) {
        for (long index = 0; index < count; index++) target[index] = digital(values[index], offset, scale);
    } else if (axes == 3) {
        int16_t *restrict x = target, *restrict y = target + pitch, *restrict z = target + 2 * pitch;
        for (long index = 0; index < count; index++) {
            x[index] = digital(values[3 * index], offset, scale);
            y[index] = digital(values[3 * index + 1], offset, scale);
            z[index] = digital(values[3 * index + 2], offset, scale);
        }
    } else {
        for (long axis = 0; axis < axes; axis++) {
            for (long index = 0; index < count; index++) {
                target[axis * pitch + index] = digital(values[index * axes + axis], offset, scale);
            }
        }
    }
}
