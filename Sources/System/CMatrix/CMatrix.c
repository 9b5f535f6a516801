#include "CMatrix.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

struct kernels {
    void (*multiply)(struct nightjar_left, const float *, long, const float *, int, float *, long);
    void (*powers)(float *, long, const float *, float *);
    void (*largest)(const float *, long, float *);
    void (*receive)(const float *, long, const float *, float *);
    void (*scale)(float *, long, const float *, const float *);
    void (*normalise)(float *, const float *, long, const float *, const float *);
};

#define NAME(what) baseline_##what
#define TARGET
#define LANES 4
#define VECTORS 3
#define ROWS 4
#include "kernels.h"

#if defined(__x86_64__)
#define NAME(what) avx2_##what
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#define VECTORS 2
#define ROWS 4
#include "kernels.h"

#define NAME(what) avx512_##what
#define TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,fma")))
#define LANES 16
#define VECTORS 3
#define ROWS 8
#include "kernels.h"
#endif

static atomic_int left_out;

void nightjar_matrix_leave_out(int widest) { atomic_store(&left_out, widest); }

static const struct kernels *chosen(void)
{
#if defined(__x86_64__)
    int without = atomic_load_explicit(&left_out, memory_order_relaxed);
    if (without < 1 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl")) {
        return &avx512_kernels;
    }
    if (without < 2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &avx2_kernels;
#endif
    return &baseline_kernels;
}

const char *nightjar_matrix_instructions(void)
{
    const struct kernels *kernels = chosen();
#if defined(__x86_64__)
    if (kernels == &avx512_kernels) return "avx512f";
    if (kernels == &avx2_kernels) return "avx2";
#endif
    return "baseline";
}

void nightjar_multiply(
    struct nightjar_left left, const float *right, long depth, const float *bias, int options, float *result,
    long result_step)
{
    chosen()->multiply(left, right, depth, bias, options, result, result_step);
}

void nightjar_powers(float *values, long rows, const float *largest, float *sums)
{
    chosen()->powers(values, rows, largest, sums);
}

void nightjar_largest(const float *values, long rows, float *largest)
{
    chosen()->largest(values, rows, largest);
}

void nightjar_receive(const float *values, long rows, const float *factors, float *received)
{
    chosen()->receive(values, rows, factors, received);
}

void nightjar_scale(float *values, long rows, const float *factors, const float *bias)
{
    chosen()->scale(values, rows, factors, bias);
}

void nightjar_normalise(float *values, const float *other, long rows, const float *gain, const float *offset)
{
    chosen()->normalise(values, other, rows, gain, offset);
}
