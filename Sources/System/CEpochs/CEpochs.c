#include "CEpochs.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF
// Functions that take and return vectors are all inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef double four __attribute__((vector_size(32)));
typedef int64_t lanes __attribute__((vector_size(32)));
typedef float singles __attribute__((vector_size(16)));
typedef int32_t halves __attribute__((vector_size(16)));

// Values up to this many g are usual; any others go the long way.
#define USUAL 100.0

INLINE four load(const double *from)
{
    four value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE void store(four value, double *to) { memcpy(to, &value, sizeof value); }

INLINE four choose(lanes mask, four yes, four no) { return (four)((mask & (lanes)yes) | (~mask & (lanes)no)); }

INLINE singles choose_single(halves mask, singles yes, singles no)
{
    return (singles)((mask & (halves)yes) | (~mask & (halves)no));
}

INLINE four all(double value) { return (four){value, value, value, value}; }

// The nearest whole number, of two the even one, up to 2^51: the last bit of numbers this large is worth 1, so that the
// addition itself rounds.
INLINE four nearest(four value) { return (value + 6755399441055744.0) - 6755399441055744.0; }

INLINE four down(four value)
{
    const four near = nearest(value);
    return near - choose(near > value, all(1), all(0));
}

// The band of 0.29 to 1.63 Hz at 30 Hz, and its state after a long input of 1.
static const double forward[8] = {
    -0.009341062898525, -0.02547028965936, -0.004235264826105, 0.04415241545642,
    0.03649371834776, -0.01189396193474, -0.02291739062315, -0.00678816386231,
};
static const double back[8] = {
    1, -3.63367395910957, 5.03689812757486, -3.09612247819666,
    0.50620507633883, 0.32421701566682, -0.15685485875559, 0.0194913020589,
};
static const double steady[7] = {
    0.00934106283625817, 0.034811352721875514, 0.03904661723434884, -0.005105798029285434,
    -0.041599516408565226, -0.02970555449401319, -0.00678816386109634,
};
// Converts g to the levels of the 8-bit scale.
static const double level = (3.0 / 4096) / (2.6 / 256) * 237.5;

// Whole levels: below 4 is none, above 128 is 128.
INLINE four levels(four value)
{
    four size = choose(value < 0, 0 - value, value);
    size = choose(size < 4, all(0), size);
    size = choose(size > 128, all(128), size);
    return down(size);
}

INLINE long counts_add(struct nightjar_counts *counts, const double *samples, long count, double *made, const int up)
{
    const int keep = counts->down;
    const double gain = counts->gain, feedback = counts->feedback;
    int phase = counts->phase, summed = counts->summed;
    four held = load(counts->held), sum = load(counts->sum), band[8];
    for (int index = 0; index < 7; index++) band[index] = load(counts->band[index]);
    band[7] = all(0);
    long found = 0;
    for (long sample = 0; sample < count; sample++) {
        const four value = load(samples + 4 * sample);
        // Zeros are put between the samples, and a filter of one pole runs over them; one in `keep` is kept.
        const four driven = gain * value;
        for (int step = 0; step < up; step++) {
            if (up == 1) held = value;
            else held = step < 2 ? driven + feedback * held : feedback * held;
            const bool is_kept = phase == 0;
            phase = phase + 1 == keep ? 0 : phase + 1;
            if (!is_kept) continue;
            const four rounded = nearest(held * 1000) / 1000;
            if (!counts->is_running) {
                // The first value is taken to have held for ever.
                for (int index = 0; index < 7; index++) band[index] = steady[index] * rounded;
                counts->is_running = 1;
            }
            const four result = band[0] + forward[0] * rounded;
            for (int index = 0; index < 7; index++)
                band[index] = (band[index + 1] + rounded * forward[index + 1]) - result * back[index + 1];
            sum += levels(level * result);
            if (++summed < 3) continue;
            store(down(sum / 3), made + 4 * found++);
            sum = all(0);
            summed = 0;
        }
    }
    counts->phase = phase;
    counts->summed = summed;
    store(held, counts->held);
    store(sum, counts->sum);
    for (int index = 0; index < 7; index++) store(band[index], counts->band[index]);
    return found;
}

INLINE long counts_any(struct nightjar_counts *counts, const double *samples, long count, double *made)
{
    // Each with its loop unrolled.
    return counts->up == 3 ? counts_add(counts, samples, count, made, 3) : counts_add(counts, samples, count, made, 1);
}

// The values of at most six decimals that are the same singles, else the singles' own: see Decimals.
INLINE four exact(singles single)
{
    const four own = __builtin_convertvector(single, four);
    const four decimal = nearest(own * 1e6) / 1e6;
    const four again = __builtin_convertvector(__builtin_convertvector(decimal, singles), four);
    return choose(again == own, decimal, own);
}

// The same of `count` values; writes whole fours.
INLINE void all_exact(const float *values, long count, double *made)
{
    singles single = {0, 0, 0, 0};
    long index = 0;
    for (; index + 4 <= count; index += 4) {
        memcpy(&single, values + index, sizeof single);
        store(exact(single), made + index);
    }
    for (long lane = 0; index + lane < count; lane++) single[lane] = values[index + lane];
    store(exact(single), made + index);
}

// Whether all values are usual; infinity and what is no number are not.
INLINE bool are_usual(const float *values, long count)
{
    bool are = true;
    for (long index = 0; index < count; index++) are &= values[index] < USUAL && values[index] > -USUAL;
    return are;
}

// Samples that are looked at together.
#define GROUP 32

INLINE long grid_add(
    struct nightjar_grid *grid, const float *values, long count, int64_t start, int64_t fraction, int64_t period,
    double *block, long *filled, long size)
{
    const double rate = grid->rate, slack = grid->slack, hole = grid->hole;
    const four scale = load(grid->scale), offset = load(grid->offset);
    const lanes axes = {-1, -1, -1, 0};
    const bool is_calibrated = grid->is_calibrated;
    four value = load(grid->value);
    double place = grid->place;
    int64_t made = grid->made;
    long put = *filled;
    // A sample makes at most as many places as lie between it and the one before, and one.
    const double last = (double)size - hole - 3;
    int64_t since = start - grid->origin;
    long index = 0;
    while (index < count) {
        double group[3 * GROUP + 4];
        const long end = index + GROUP < count ? index + GROUP : count;
        long usual = end;
        if (!are_usual(values + 3 * index, 3 * (end - index)))
            for (usual = index; are_usual(values + 3 * usual, 3); usual++);
        all_exact(values + 3 * index, 3 * (usual - index), group);
        for (const double *from = group; index < usual && (double)put < last; index++, from += 3) {
            four next = (four)((lanes)load(from) & axes);
            if (is_calibrated) next = next * scale + offset;
            const double here = (double)since * rate / 1e9;
            const double distance = here - place;
            if (!(distance > 1e-6 && distance <= hole)) break;
            for (; (double)made <= here + slack; made++, put++) {
                const double target = (double)made;
                if (target >= here - slack) store(next, block + 4 * put);
                else store(value + (next - value) * ((target - place) / distance), block + 4 * put);
            }
            place = here;
            value = next;
            fraction += period & 0xFFFFFF;
            since += (period >> 24) + (fraction >> 24);
            fraction &= 0xFFFFFF;
        }
        if (index < end) break;
    }
    grid->place = place;
    grid->made = made;
    store(value, grid->value);
    *filled = put;
    return index;
}

INLINE bool spread_of(const float *values, long count, struct nightjar_spread *spread)
{
    four shift = {values[0], values[1], values[2], 0}, sum = all(0), squares = all(0);
    singles least = {values[0], values[1], values[2], 0}, most = least;
    for (long index = 0; index < count; index++) {
        const singles single = {values[3 * index], values[3 * index + 1], values[3 * index + 2], 0};
        const four moved = __builtin_convertvector(single, four) - shift;
        sum += moved;
        squares += moved * moved;
        least = choose_single(single < least, single, least);
        most = choose_single(single > most, single, most);
    }
    store(shift, spread->shift);
    store(sum, spread->sum);
    store(squares, spread->squares);
    memcpy(spread->least, &least, sizeof least);
    memcpy(spread->most, &most, sizeof most);
    return are_usual(values, 3 * count);
}

INLINE void calibrate(const float *values, long count, const double *scale, const double *offset, float *made)
{
    const double sx = scale[0], sy = scale[1], sz = scale[2], ox = offset[0], oy = offset[1], oz = offset[2];
    const four scales[3] = {{sx, sy, sz, sx}, {sy, sz, sx, sy}, {sz, sx, sy, sz}};
    const four offsets[3] = {{ox, oy, oz, ox}, {oy, oz, ox, oy}, {oz, ox, oy, oz}};
    long index = 0;
    for (; index + 4 <= count; index += 4) {
        for (int part = 0; part < 3; part++) {
            singles single;
            memcpy(&single, values + 3 * index + 4 * part, sizeof single);
            const four value = __builtin_convertvector(single, four) * scales[part] + offsets[part];
            single = __builtin_convertvector(value, singles);
            memcpy(made + 3 * index + 4 * part, &single, sizeof single);
        }
    }
    for (; index < count; index++) {
        made[3 * index] = (float)(values[3 * index] * sx + ox);
        made[3 * index + 1] = (float)(values[3 * index + 1] * sy + oy);
        made[3 * index + 2] = (float)(values[3 * index + 2] * sz + oz);
    }
}

// Each function twice on x86-64, of which every processor has vectors of two doubles and most of four.
#if defined(__x86_64__)
#define WIDE(result, name, parameters, arguments) \
    __attribute__((target("avx2"))) static result name##_avx2 parameters { return name arguments; }
#define CHOOSE(name, arguments) \
    if (__builtin_cpu_supports("avx2")) return name##_avx2 arguments;
#else
#define WIDE(result, name, parameters, arguments)
#define CHOOSE(name, arguments)
#endif

#define COUNTS (struct nightjar_counts *counts, const void *samples, long count, void *made)
WIDE(long, counts_any, COUNTS, (counts, samples, count, made))
long nightjar_counts_add COUNTS
{
    CHOOSE(counts_any, (counts, samples, count, made))
    return counts_any(counts, samples, count, made);
}

#define GRID (struct nightjar_grid *grid, const float *values, long count, int64_t start, int64_t fraction, \
    int64_t period, void *block, long *filled, long size)
WIDE(long, grid_add, GRID, (grid, values, count, start, fraction, period, block, filled, size))
long nightjar_grid_add GRID
{
    CHOOSE(grid_add, (grid, values, count, start, fraction, period, block, filled, size))
    return grid_add(grid, values, count, start, fraction, period, block, filled, size);
}

#define SPREAD (const float *values, long count, struct nightjar_spread *spread)
WIDE(bool, spread_of, SPREAD, (values, count, spread))
bool nightjar_spread_of SPREAD
{
    CHOOSE(spread_of, (values, count, spread))
    return spread_of(values, count, spread);
}

#define CALIBRATE (const float *values, long count, const double *scale, const double *offset, float *made)
WIDE(void, calibrate, CALIBRATE, (values, count, scale, offset, made))
void nightjar_calibrate CALIBRATE
{
    CHOOSE(calibrate, (values, count, scale, offset, made))
    calibrate(values, count, scale, offset, made);
}
