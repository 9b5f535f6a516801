// The kernels for one set of instructions; included once for each with NAME, TARGET, LANES, VECTORS and ROWS
// defined.

typedef float NAME(vector) __attribute__((vector_size(LANES * 4), aligned(4), may_alias));
typedef int NAME(integers) __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

// A tile of ROWS rows by VECTORS vectors of LANES columns stays in registers while it is summed over the whole depth: as
// many as leave room for what is multiplied.
TARGET static void NAME(tile)(
    const float *left, long step, const float *right, long depth, const float *bias, int options,
    float *restrict result, long result_step)
{
    NAME(vector) sums[ROWS][VECTORS];
#pragma clang loop unroll(full)
    for (int row = 0; row < ROWS; row++) {
        const float first = bias ? bias[row] : 0;
#pragma clang loop unroll(full)
        for (int part = 0; part < VECTORS; part++) {
            sums[row][part] = options & NIGHTJAR_ADD
                ? *(const NAME(vector) *)(result + row * result_step + part * LANES) : (NAME(vector)){0} + first;
        }
    }
    for (long k = 0; k < depth; k++) {
        NAME(vector) values[VECTORS];
#pragma clang loop unroll(full)
        for (int part = 0; part < VECTORS; part++) values[part] = *(const NAME(vector) *)(right + part * LANES);
#pragma clang loop unroll(full)
        for (int row = 0; row < ROWS; row++) {
#pragma clang loop unroll(full)
            for (int part = 0; part < VECTORS; part++) sums[row][part] += values[part] * left[row];
        }
        left += step;
        right += NIGHTJAR_BLOCK;
    }
#pragma clang loop unroll(full)
    for (int row = 0; row < ROWS; row++) {
#pragma clang loop unroll(full)
        for (int part = 0; part < VECTORS; part++) {
            NAME(vector) sum = sums[row][part];
            if (options & NIGHTJAR_RECTIFY) {
                const NAME(integers) is_more = sum > (NAME(vector)){0};
                sum = (NAME(vector))(is_more & (NAME(integers))sum);
            }
            *(NAME(vector) *)(result + row * result_step + part * LANES) = sum;
        }
    }
}

// The block's columns in parts of VECTORS vectors, the tile's rows in parts of ROWS.
TARGET static void NAME(multiply)(
    struct nightjar_left left, const float *right, long depth, const float *bias, int options, float *result,
    long result_step)
{
    for (long tile = 0; tile < left.tiles; tile++) {
        for (long row = 0; row < NIGHTJAR_TILE; row += ROWS) {
            const long number = tile * NIGHTJAR_TILE + row;
            for (long column = 0; column < NIGHTJAR_BLOCK; column += VECTORS * LANES) {
                NAME(tile)(
                    left.values + tile * left.tile_step + row, left.step, right + column, depth,
                    bias ? bias + number : NULL, options, result + number * result_step + column, result_step);
            }
        }
    }
}

// 2 to the power of x for x of at most 0; relative error below 2e-7 (range reduction, Taylor to degree 7 in x ln 2).
TARGET static NAME(vector) NAME(power)(NAME(vector) x)
{
    const NAME(vector) least = (NAME(vector)){0} - 126.0f;
    const NAME(integers) is_less = x < least;
    x = (NAME(vector))((is_less & (NAME(integers))least) | (~is_less & (NAME(integers))x));
    // Adding 1.5 * 2^23 rounds to the nearest whole number, which then stands in the lowest bits.
    const NAME(vector) shifted = x + 12582912.0f;
    const NAME(vector) rest = x - (shifted - 12582912.0f);
    NAME(vector) sum = rest * 1.525273e-5f + 1.5403530e-4f;
    sum = sum * rest + 1.3333558e-3f;
    sum = sum * rest + 9.6181291e-3f;
    sum = sum * rest + 5.5504109e-2f;
    sum = sum * rest + 0.24022651f;
    sum = sum * rest + 0.69314718f;
    sum = sum * rest + 1.0f;
    const NAME(integers) power = ((NAME(integers))shifted << 23) + 0x3F800000;
    return sum * (NAME(vector))power;
}

#define PARTS (NIGHTJAR_BLOCK / LANES)

TARGET static void NAME(powers)(float *values, long rows, const float *largest, float *sums)
{
    for (int part = 0; part < PARTS; part++) {
        float *place = values + part * LANES;
        const NAME(vector) most = *(const NAME(vector) *)(largest + part * LANES);
        NAME(vector) sum = *(const NAME(vector) *)(sums + part * LANES);
        for (long row = 0; row < rows; row++) {
            const NAME(vector) value = NAME(power)(*(const NAME(vector) *)place - most);
            *(NAME(vector) *)place = value;
            sum += value;
            place += NIGHTJAR_BLOCK;
        }
        *(NAME(vector) *)(sums + part * LANES) = sum;
    }
}

TARGET static void NAME(largest)(const float *values, long rows, float *largest)
{
    NAME(vector) most[PARTS];
    for (int part = 0; part < PARTS; part++) most[part] = *(const NAME(vector) *)(values + part * LANES);
    for (long row = 1; row < rows; row++) {
        for (int part = 0; part < PARTS; part++) {
            const NAME(vector) value = *(const NAME(vector) *)(values + row * NIGHTJAR_BLOCK + part * LANES);
            const NAME(integers) is_more = value > most[part];
            most[part] = (NAME(vector))((is_more & (NAME(integers))value) | (~is_more & (NAME(integers))most[part]));
        }
    }
    for (int part = 0; part < PARTS; part++) *(NAME(vector) *)(largest + part * LANES) = most[part];
}

TARGET static void NAME(receive)(const float *values, long rows, const float *factors, float *received)
{
    for (long row = 0; row < rows; row++) {
        NAME(vector) sum = {0};
        for (int part = 0; part < PARTS; part++) {
            sum += *(const NAME(vector) *)(values + row * NIGHTJAR_BLOCK + part * LANES)
                * *(const NAME(vector) *)(factors + part * LANES);
        }
        for (int lane = 0; lane < LANES; lane++) received[row] += sum[lane];
    }
}

TARGET static void NAME(scale)(float *values, long rows, const float *factors, const float *bias)
{
    for (long row = 0; row < rows; row++) {
        for (int part = 0; part < PARTS; part++) {
            NAME(vector) *place = (NAME(vector) *)(values + row * NIGHTJAR_BLOCK + part * LANES);
            *place = *place * *(const NAME(vector) *)(factors + part * LANES) + bias[row];
        }
    }
}

TARGET static void NAME(normalise)(
    float *values, const float *other, long rows, const float *gain, const float *offset)
{
    for (int part = 0; part < PARTS; part++) {
        float *own = values + part * LANES;
        const float *added = other + part * LANES;
        NAME(vector) sum = {0}, squares = {0};
        for (long row = 0; row < rows; row++) {
            NAME(vector) *place = (NAME(vector) *)(own + row * NIGHTJAR_BLOCK);
            *place += *(const NAME(vector) *)(added + row * NIGHTJAR_BLOCK);
            sum += *place;
        }
        const NAME(vector) mean = sum / (float)rows;
        for (long row = 0; row < rows; row++) {
            const NAME(vector) distance = *(const NAME(vector) *)(own + row * NIGHTJAR_BLOCK) - mean;
            squares += distance * distance;
        }
        NAME(vector) factor = squares / (float)rows + 1e-6f;
        for (int lane = 0; lane < LANES; lane++) factor[lane] = 1 / sqrtf(factor[lane]);
        for (long row = 0; row < rows; row++) {
            NAME(vector) *place = (NAME(vector) *)(own + row * NIGHTJAR_BLOCK);
            *place = (*place - mean) * factor * gain[row] + offset[row];
        }
    }
}

static const struct kernels NAME(kernels) = {
    NAME(multiply), NAME(powers), NAME(largest), NAME(receive), NAME(scale), NAME(normalise),
};

#undef PARTS
#undef NAME
#undef TARGET
#undef LANES
#undef VECTORS
#undef ROWS
