#include "CMatrix.h"

#include <stddef.h>

struct kernels {
    long rows, columns;
    void (*tile)(const float *, long, const float *, long, float *restrict, long);
    float (*exponentials)(float *, long, float, float);
    float (*largest)(const float *, long);
    void (*scaled)(float *, long, float, float *);
};

#define NAME(what) baseline_##what
#define TARGET
#define LANES 4
#define ROWS 4
#include "kernels.h"

#if defined(__x86_64__)
#define NAME(what) avx2_##what
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#define ROWS 6
#include "kernels.h"

#define NAME(what) avx512_##what
#define TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,fma")))
#define LANES 16
#define ROWS 12
#include "kernels.h"
#endif

// The most rows of a tile of all kernels.
#define MOST_ROWS 12

static const struct kernels *chosen(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl")) {
        return &avx512_kernels;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &avx2_kernels;
#endif
    return &baseline_kernels;
}

const char *nightjar_matrix_instructions(void)
{
    const struct kernels *kernels = chosen();
    return kernels == &baseline_kernels ? "baseline" : kernels->columns == 32 ? "avx512f" : "avx2";
}

long nightjar_packed_count(long depth, long columns)
{
    return (columns + NIGHTJAR_PANEL - 1) / NIGHTJAR_PANEL * NIGHTJAR_PANEL * depth;
}

void nightjar_pack(
    const float *source, long depth, long columns, long depth_step, long column_step, float *packed)
{
    for (long first = 0; first < columns; first += NIGHTJAR_PANEL) {
        const long width = columns - first < NIGHTJAR_PANEL ? columns - first : NIGHTJAR_PANEL;
        const float *from = source + first * column_step;
        if (depth_step == 1) {
            for (long column = 0; column < width; column++) {
                for (long k = 0; k < depth; k++) {
                    packed[k * NIGHTJAR_PANEL + column] = from[column * column_step + k];
                }
            }
        } else {
            for (long k = 0; k < depth; k++) {
                for (long column = 0; column < width; column++) {
                    packed[k * NIGHTJAR_PANEL + column] = from[k * depth_step + column * column_step];
                }
            }
        }
        for (long column = width; column < NIGHTJAR_PANEL; column++) {
            for (long k = 0; k < depth; k++) packed[k * NIGHTJAR_PANEL + column] = 0;
        }
        packed += depth * NIGHTJAR_PANEL;
    }
}

// One tile; where fewer rows or columns are left than it has, into room of its own.
static void finish(
    const struct kernels *kernels, const float *a, long rows, long a_step, const float *panel, long depth,
    long columns, const float *bias, int rectified, float *result, long result_step)
{
    float room[MOST_ROWS * NIGHTJAR_PANEL];
    const int is_whole = rows == kernels->rows && columns == kernels->columns;
    float *tile = is_whole ? result : room;
    const long step = is_whole ? result_step : kernels->columns;
    if (rows == kernels->rows) {
        kernels->tile(a, a_step, panel, depth, tile, step);
    } else {
        for (long row = 0; row < rows; row++) {
            for (long column = 0; column < kernels->columns; column++) {
                float sum = 0;
                for (long k = 0; k < depth; k++) sum += a[row * a_step + k] * panel[k * NIGHTJAR_PANEL + column];
                tile[row * step + column] = sum;
            }
        }
    }
    if (is_whole && !bias && !rectified) return;
    for (long row = 0; row < rows; row++) {
        for (long column = 0; column < columns; column++) {
            const float value = tile[row * step + column] + (bias ? bias[column] : 0);
            result[row * result_step + column] = rectified && !(value > 0) ? 0 : value;
        }
    }
}

void nightjar_multiply(
    const float *a, long rows, long a_step, const float *packed, long depth, long columns, const float *bias,
    int rectified, float *result, long result_step)
{
    const struct kernels *kernels = chosen();
    for (long first = 0; first < columns; first += kernels->columns) {
        const long width = columns - first < kernels->columns ? columns - first : kernels->columns;
        const float *panel = packed + first / NIGHTJAR_PANEL * NIGHTJAR_PANEL * depth + first % NIGHTJAR_PANEL;
        const float *own_bias = bias ? bias + first : NULL;
        long row = 0;
        while (row < rows) {
            // The last rows are taken with some before them, which are only written again.
            const long start = rows - row >= kernels->rows || rows < kernels->rows ? row : rows - kernels->rows;
            const long count = rows - start < kernels->rows ? rows - start : kernels->rows;
            finish(
                kernels, a + start * a_step, count, a_step, panel, depth, width, own_bias, rectified,
                result + start * result_step + first, result_step);
            row = start + count;
        }
    }
}

void nightjar_softmax(float *rows, long count, long columns, float scale, float *received)
{
    const struct kernels *kernels = chosen();
    for (long row = 0; row < count; row++) {
        float *values = rows + row * columns;
        const float sum = kernels->exponentials(values, columns, scale, kernels->largest(values, columns));
        kernels->scaled(values, columns, 1 / sum, received);
    }
}
