#include "Motion.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

// A multiplication and an addition in one would round once instead of twice, and so give other bits.
#pragma STDC FP_CONTRACT OFF
// Everything here that takes vectors is a part of its caller.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef float floats4 __attribute__((ext_vector_type(4)));
typedef float floats8 __attribute__((ext_vector_type(8)));
typedef double doubles4 __attribute__((ext_vector_type(4)));
typedef double doubles8 __attribute__((ext_vector_type(8)));
typedef int64_t integers8 __attribute__((ext_vector_type(8)));

// MARK: sums

INLINE doubles8 magnitude(doubles8 value)
{
    return (doubles8)((integers8)value & INT64_MAX);
}

INLINE double added(doubles8 lanes)
{
    const doubles4 four = lanes.lo + lanes.hi;
    return (four.x + four.z) + (four.y + four.w);
}

INLINE doubles8 excess_of_eight(const float *values)
{
    floats8 a, b, c;
    memcpy(&a, values, sizeof a);
    memcpy(&b, values + 8, sizeof b);
    memcpy(&c, values + 16, sizeof c);
    // Sixteen of the 24 first, then the rest.
    const floats8 x = __builtin_shufflevector(__builtin_shufflevector(a, b, 0, 3, 6, 9, 12, 15, -1, -1), c, 0, 1, 2, 3, 4, 5, 10, 13);
    const floats8 y = __builtin_shufflevector(__builtin_shufflevector(a, b, 1, 4, 7, 10, 13, -1, -1, -1), c, 0, 1, 2, 3, 4, 8, 11, 14);
    const floats8 z = __builtin_shufflevector(__builtin_shufflevector(a, b, 2, 5, 8, 11, 14, -1, -1, -1), c, 0, 1, 2, 3, 4, 9, 12, 15);
    const doubles8 dx = __builtin_convertvector(x, doubles8);
    const doubles8 dy = __builtin_convertvector(y, doubles8);
    const doubles8 dz = __builtin_convertvector(z, doubles8);
    return __builtin_elementwise_sqrt(dx * dx + dy * dy + dz * dz) - 1.0;
}

INLINE bool sums(
    const float *values, long count, double limit, double *excess, double *signed_sum, double *magnitude_sum)
{
    doubles8 total = 0, size = 0;
    integers8 usable = -1;
    long index = 0;
    for (; index + 8 <= count; index += 8) {
        const doubles8 value = excess_of_eight(values + 3 * index);
        memcpy(excess + index, &value, sizeof value);
        total += value;
        size += magnitude(value);
        usable &= value <= limit;
    }
    if (index < count) {
        // What is missing has the length 1, and so adds 0.
        float rest[24] = {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};
        memcpy(rest, values + 3 * index, (size_t)(count - index) * 3 * sizeof *rest);
        const doubles8 value = excess_of_eight(rest);
        memcpy(excess + index, &value, sizeof value);
        total += value;
        size += magnitude(value);
        usable &= value <= limit;
    }
    *signed_sum = added(total);
    *magnitude_sum = added(size);
    return __builtin_reduce_and(usable) != 0;
}

INLINE double deviation(const double *excess, long count, double mean)
{
    const integers8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    doubles8 total = 0;
    for (long index = 0; index < count; index += 8) {
        doubles8 value;
        memcpy(&value, excess + index, sizeof value);
        const integers8 size = (integers8)magnitude(value - mean);
        total += (doubles8)(index + 8 <= count ? size : size & (lanes < count - index));
    }
    return added(total);
}

// MARK: angles

// Each lane is an axis and is sorted by itself; of eight, the upper four are another sample.
#define LOW(a, b) ((b) < (a) ? (b) : (a))
#define HIGH(a, b) ((a) < (b) ? (b) : (a))
#define EXCHANGE(i, j) \
    do { \
        const floats8 first = v[i], second = v[j]; \
        v[i] = LOW(first, second); \
        v[j] = HIGH(first, second); \
    } while (0)

// The fewest exchanges possible, 12 for 6 values, 25 for 9 and 29 for 10 (Knuth, TAOCP 3, section 5.3.4).
INLINE void sort6(floats8 *v)
{
    EXCHANGE(0, 5); EXCHANGE(1, 3); EXCHANGE(2, 4);
    EXCHANGE(1, 2); EXCHANGE(3, 4);
    EXCHANGE(0, 3); EXCHANGE(2, 5);
    EXCHANGE(0, 1); EXCHANGE(2, 3); EXCHANGE(4, 5);
    EXCHANGE(1, 2); EXCHANGE(3, 4);
}

INLINE void sort9(floats8 *v)
{
    EXCHANGE(0, 3); EXCHANGE(1, 7); EXCHANGE(2, 5); EXCHANGE(4, 8);
    EXCHANGE(0, 7); EXCHANGE(2, 4); EXCHANGE(3, 8); EXCHANGE(5, 6);
    EXCHANGE(0, 2); EXCHANGE(1, 3); EXCHANGE(4, 5); EXCHANGE(7, 8);
    EXCHANGE(1, 4); EXCHANGE(3, 6); EXCHANGE(5, 7);
    EXCHANGE(0, 1); EXCHANGE(2, 4); EXCHANGE(3, 5); EXCHANGE(6, 8);
    EXCHANGE(2, 3); EXCHANGE(4, 5); EXCHANGE(6, 7);
    EXCHANGE(1, 2); EXCHANGE(3, 4); EXCHANGE(5, 6);
}

INLINE void sort10(floats8 *v)
{
    EXCHANGE(0, 8); EXCHANGE(1, 9); EXCHANGE(2, 7); EXCHANGE(3, 5); EXCHANGE(4, 6);
    EXCHANGE(0, 2); EXCHANGE(1, 4); EXCHANGE(5, 8); EXCHANGE(7, 9);
    EXCHANGE(0, 3); EXCHANGE(2, 4); EXCHANGE(5, 7); EXCHANGE(6, 9);
    EXCHANGE(0, 1); EXCHANGE(3, 6); EXCHANGE(8, 9);
    EXCHANGE(1, 5); EXCHANGE(2, 3); EXCHANGE(4, 8); EXCHANGE(6, 7);
    EXCHANGE(1, 2); EXCHANGE(3, 5); EXCHANGE(4, 6); EXCHANGE(7, 8);
    EXCHANGE(2, 3); EXCHANGE(4, 5); EXCHANGE(6, 7);
    EXCHANGE(3, 4); EXCHANGE(5, 6);
}

// A sorted run of at most 22 values, numbered from 1: 0 is below all of them, -1 and those behind the last above all.
struct run {
    floats4 values[25];
};

INLINE floats4 *start(struct run *run) { return run->values + 1; }

INLINE void bound(struct run *run, int count)
{
    run->values[0] = __builtin_inff();
    run->values[1] = -__builtin_inff();
    run->values[count + 2] = __builtin_inff();
}

INLINE floats4 one(const float *pick)
{
    floats4 value;
    memcpy(&value, pick, sizeof value);
    return value;
}

// The values at two ranks in a row, `rank` and the one after it, of two runs together. However the rank is shared out, that
// many values are at most the larger of the two last ones.
INLINE floats8 ranked(int rank, struct run *a, int count_a, struct run *b, int count_b)
{
    floats8 result = __builtin_inff();
    const int last = rank + 1 < count_a ? rank + 1 : count_a;
    for (int taken = rank > count_b ? rank - count_b : 0; taken <= last; taken++) {
        floats8 two;
        memcpy(&two, start(b) + rank - taken, sizeof two);
        const floats4 own = start(a)[taken];
        const floats8 both = __builtin_shufflevector(own, own, 0, 1, 2, 3, 0, 1, 2, 3);
        const floats8 larger = HIGH(both, two);
        result = LOW(result, larger);
    }
    return result;
}

INLINE void merge(struct run *a, int count_a, struct run *b, int count_b, struct run *merged)
{
    for (int rank = 1; rank < count_a + count_b; rank += 2) {
        const floats8 two = ranked(rank, a, count_a, b, count_b);
        memcpy(start(merged) + rank, &two, sizeof two);
    }
    bound(merged, count_a + count_b);
}

// Sorts `count` picks from `low` on and as many from `high` on, each into a run.
#define SORT_TWO(count, low, high, low_run, high_run) \
    do { \
        floats8 v[count]; \
        for (int index = 0; index < count; index++) { \
            v[index] = __builtin_shufflevector( \
                one((low) + 4 * index), one((high) + 4 * index), 0, 1, 2, 3, 4, 5, 6, 7); \
        } \
        sort##count(v); \
        for (int index = 0; index < count; index++) { \
            start(low_run)[index + 1] = v[index].lo; \
            start(high_run)[index + 1] = v[index].hi; \
        } \
        bound(low_run, count); \
        bound(high_run, count); \
    } while (0)

// The medians of the ten windows of 51 picks around the picks of the middle second, by twos: the values of sorting each
// window, in a twentieth of the time.
//
// The windows share a core of 42 picks. The median of a window is value 26 of 51, of which 9 are not of the core: so only
// values 17 to 26 of the core can be it, and they are found once.
INLINE void medians(const float *const *seconds, float *found)
{
    struct run previous, current, next, before, after, pair, ends, others;
    SORT_TWO(10, seconds[2], seconds[3], &previous, &current);
    SORT_TWO(10, seconds[4], seconds[4], &next, &next);
    SORT_TWO(6, seconds[1] + 16, seconds[5], &before, &after);
    merge(&previous, 10, &current, 10, &pair);
    merge(&before, 6, &after, 6, &ends);
    merge(&next, 10, &ends, 12, &others);
    // Values 17 to 26, each beside itself.
    floats8 core[10];
    for (int rank = 17; rank <= 26; rank += 2) {
        const floats8 two = ranked(rank, &pair, 20, &others, 22);
        core[rank - 17] = __builtin_shufflevector(two, two, 0, 1, 2, 3, 0, 1, 2, 3);
        core[rank - 16] = __builtin_shufflevector(two, two, 4, 5, 6, 7, 4, 5, 6, 7);
    }
    // What leaves the windows, in its order, and behind it what enters them.
    float picks[18][4];
    memcpy(picks, seconds[0] + 20, 5 * sizeof *picks);
    memcpy(picks + 5, seconds[1], 4 * sizeof *picks);
    memcpy(picks + 9, seconds[5] + 24, 4 * sizeof *picks);
    memcpy(picks + 13, seconds[6], 5 * sizeof *picks);
    for (int step = 0; step < 5; step++) {
        floats8 v[9];
        for (int index = 0; index < 9; index++) {
            v[index] = __builtin_shufflevector(
                one(picks[step + index]), one(picks[step + 5 + index]), 0, 1, 2, 3, 4, 5, 6, 7);
        }
        sort9(v);
        floats8 result = core[9];
        for (int index = 0; index < 9; index++) {
            const floats8 larger = HIGH(core[8 - index], v[index]);
            result = LOW(result, larger);
        }
        const floats4 first = result.lo, second = result.hi;
        memcpy(found + 4 * step, &first, sizeof first);
        memcpy(found + 4 * step + 20, &second, sizeof second);
    }
}

// Vectors whose angles are found together: four at a time, three such side by side, so that none waits for another.
#define SIDES 3
#define EACH for (int side = 0; side < SIDES; side++)

// The sum of atan(z / √(x² + y²)) in degrees, by arithmetic alone. Vectors of nothing add 0.
INLINE double added_degrees(const float (*vectors)[4], int count)
{
    const double tangent = 0.41421356237309503;
    doubles4 z[SIDES], vertical[SIDES], horizontal[SIDES], large[SIDES], turned[SIDES], square[SIDES], sum[SIDES];
    EACH
    {
        const float(*four)[4] = vectors + 4 * side;
        const doubles4 x = {four[0][0], four[1][0], four[2][0], four[3][0]};
        const doubles4 y = {four[0][1], four[1][1], four[2][1], four[3][1]};
        z[side] = (doubles4){four[0][2], four[1][2], four[2][2], four[3][2]};
        horizontal[side] = __builtin_elementwise_sqrt(x * x + y * y);
        vertical[side] = z[side] < 0 ? -z[side] : z[side];
        // The smaller of the two angles of the triangle lies in 0 ... 45°; turned by 22.5° it is small.
        const doubles4 small = vertical[side] > horizontal[side] ? horizontal[side] : vertical[side];
        large[side] = vertical[side] > horizontal[side] ? vertical[side] : horizontal[side];
        const doubles4 ratio = small / (large[side] <= 0 ? (doubles4)1.0 : large[side]);
        turned[side] = (ratio - tangent) / (1.0 + ratio * tangent);
        square[side] = turned[side] * turned[side];
        sum[side] = 1.0 / 41;
    }
    // atan(u) / u from u², which is at most 0.172: the Taylor series up to where it is below 10⁻¹⁶.
#pragma clang loop unroll(full)
    for (int odd = 39; odd >= 1; odd -= 2) {
        EACH sum[side] = 1.0 / odd - square[side] * sum[side];
    }
    double total = 0;
    EACH
    {
        const doubles4 angle = 22.5 + turned[side] * sum[side] * (180 / 3.141592653589793);
        const doubles4 raised = vertical[side] > horizontal[side] ? 90.0 - angle : angle;
        const doubles4 signed_angle = z[side] < 0 ? -raised : raised;
        const doubles4 four = large[side] <= 0 ? (doubles4)0.0 : signed_angle;
        if (4 * side < count) total += (four.x + four.y) + (four.z + four.w);
    }
    return total;
}

INLINE double angles(const float *vectors, long count)
{
    double sum = 0;
    for (long first = 0; first < count; first += 4 * SIDES) {
        const int some = count - first < 4 * SIDES ? (int)(count - first) : 4 * SIDES;
        float rest[4 * SIDES][4] = {0};
        memcpy(rest, vectors + 4 * first, (size_t)some * sizeof *rest);
        sum += added_degrees(rest, some);
    }
    return sum;
}

// MARK: the choice

static atomic_bool leaves_out;

void nightjar_motion_leave_out(bool widest) { atomic_store(&leaves_out, widest); }

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))

WIDE static bool wide_sums(
    const float *values, long count, double limit, double *excess, double *signed_sum, double *magnitude_sum)
{
    return sums(values, count, limit, excess, signed_sum, magnitude_sum);
}

WIDE static double wide_deviation(const double *excess, long count, double mean)
{
    return deviation(excess, count, mean);
}

WIDE static void wide_medians(const float *const *seconds, float *found) { medians(seconds, found); }

WIDE static double wide_angles(const float *vectors, long count) { return angles(vectors, count); }

#define WIDEST(name, ...) \
    if (__builtin_cpu_supports("avx2") && !atomic_load_explicit(&leaves_out, memory_order_relaxed)) return wide_##name(__VA_ARGS__)
#else
#define WIDEST(name, ...) ((void)0)
#endif

bool nightjar_motion_sums(
    const float *values, long count, double limit, double *excess, double *signed_sum, double *magnitude_sum)
{
    WIDEST(sums, values, count, limit, excess, signed_sum, magnitude_sum);
    return sums(values, count, limit, excess, signed_sum, magnitude_sum);
}

double nightjar_motion_deviation(const double *excess, long count, double mean)
{
    WIDEST(deviation, excess, count, mean);
    return deviation(excess, count, mean);
}

void nightjar_motion_medians(const float *const *seconds, float *found)
{
    WIDEST(medians, seconds, found);
    medians(seconds, found);
}

double nightjar_motion_angles(const float *vectors, long count)
{
    WIDEST(angles, vectors, count);
    return angles(vectors, count);
}
