// The kernels for one set of instructions; included once for each with NAME, TARGET, LANES and ROWS defined.
//
// A tile of ROWS rows by two vectors of LANES columns stays in registers while it is summed over the whole depth.

typedef float NAME(vector) __attribute__((vector_size(LANES * 4), aligned(4), may_alias));
typedef int NAME(integers) __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

#define COLUMNS (2 * LANES)

TARGET static void NAME(tile)(
    const float *a, long a_step, const float *b, long depth, float *restrict tile, long tile_step)
{
    NAME(vector) sums[ROWS][2];
    for (int row = 0; row < ROWS; row++) sums[row][0] = sums[row][1] = (NAME(vector)){0};
    for (long k = 0; k < depth; k++) {
        const NAME(vector) low = *(const NAME(vector) *)(b + k * NIGHTJAR_PANEL);
        const NAME(vector) high = *(const NAME(vector) *)(b + k * NIGHTJAR_PANEL + LANES);
#pragma clang loop unroll(full)
        for (int row = 0; row < ROWS; row++) {
            const float value = a[row * a_step + k];
            sums[row][0] += low * value;
            sums[row][1] += high * value;
        }
    }
    for (int row = 0; row < ROWS; row++) {
        *(NAME(vector) *)(tile + row * tile_step) = sums[row][0];
        *(NAME(vector) *)(tile + row * tile_step + LANES) = sums[row][1];
    }
}

// e to the power of x for x of at most 0; relative error below 2e-7 (range reduction by ln 2, Taylor to degree 7).
TARGET static NAME(vector) NAME(exponential)(NAME(vector) x)
{
    const NAME(vector) least = (NAME(vector)){0} - 87.0f;
    const NAME(integers) is_less = x < least;
    x = (NAME(vector))((is_less & (NAME(integers))least) | (~is_less & (NAME(integers))x));
    // Adding 1.5 * 2^23 rounds to the nearest whole number, which then stands in the lowest bits.
    const NAME(vector) shifted = x * 1.44269504f + 12582912.0f;
    const NAME(vector) whole = shifted - 12582912.0f;
    const NAME(vector) rest = (x - whole * 0.693359375f) + whole * 2.12194440e-4f;
    NAME(vector) sum = rest * (1.0f / 5040) + 1.0f / 720;
    sum = sum * rest + 1.0f / 120;
    sum = sum * rest + 1.0f / 24;
    sum = sum * rest + 1.0f / 6;
    sum = sum * rest + 0.5f;
    sum = sum * rest + 1.0f;
    sum = sum * rest + 1.0f;
    const NAME(integers) power = ((NAME(integers))shifted << 23) + 0x3F800000;
    return sum * (NAME(vector))power;
}

TARGET static float NAME(exponentials)(float *row, long columns, float scale, float largest)
{
    NAME(vector) sums = {0};
    long column = 0;
    for (; column + LANES <= columns; column += LANES) {
        NAME(vector) *place = (NAME(vector) *)(row + column);
        const NAME(vector) value = NAME(exponential)((*place - largest) * scale);
        *place = value;
        sums += value;
    }
    float sum = 0;
    for (int lane = 0; lane < LANES; lane++) sum += sums[lane];
    for (; column < columns; column++) {
        const NAME(vector) value = NAME(exponential)((NAME(vector)){0} + (row[column] - largest) * scale);
        row[column] = value[0];
        sum += value[0];
    }
    return sum;
}

TARGET static float NAME(largest)(const float *row, long columns)
{
    NAME(vector) most = (NAME(vector)){0} + row[0];
    long column = 0;
    for (; column + LANES <= columns; column += LANES) {
        const NAME(vector) value = *(const NAME(vector) *)(row + column);
        const NAME(integers) is_more = value > most;
        most = (NAME(vector))((is_more & (NAME(integers))value) | (~is_more & (NAME(integers))most));
    }
    float found = row[0];
    for (int lane = 0; lane < LANES; lane++) found = most[lane] > found ? most[lane] : found;
    for (; column < columns; column++) found = row[column] > found ? row[column] : found;
    return found;
}

TARGET static void NAME(scaled)(float *row, long columns, float factor, float *received)
{
    for (long column = 0; column < columns; column++) row[column] *= factor;
    if (received) {
        for (long column = 0; column < columns; column++) received[column] += row[column];
    }
}

static const struct kernels NAME(kernels) = {
    ROWS, COLUMNS, NAME(tile), NAME(exponentials), NAME(largest), NAME(scaled),
};

#undef NAME
#undef TARGET
#undef LANES
#undef ROWS
#undef COLUMNS
