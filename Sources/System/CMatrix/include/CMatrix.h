// Products of float32 matrices and what a transformer does between them, by the widest instructions that the processor has.
//
// In C because the choice is made while the program runs, which needs a target for each function. Tokens lie in blocks of
// 48, each feature of a block in a row of 48 tokens: what is done to each token is then done to whole vectors of them, and
// a product's result is stored as the next product reads it.
#ifndef NIGHTJAR_CMATRIX_H
#define NIGHTJAR_CMATRIX_H

// Columns of a product: the tokens of a block.
#define NIGHTJAR_BLOCK 48
// Rows of a product come in tiles of so many.
#define NIGHTJAR_TILE 8

// The left matrix of a product, whose value of tile t, row r (0 ... 7) and depth k is
// values[t * tile_step + k * step + r].
struct nightjar_left {
    const float *values;
    long step, tile_step, tiles;
};

enum {
    // Adds to what the result holds, instead of to the bias.
    NIGHTJAR_ADD = 1,
    // Negative results become zero.
    NIGHTJAR_RECTIFY = 2,
};

// result[i * result_step + j] = bias[i] + the sum over k of left(i, k) * right[k * 48 + j], for 48 columns j.
// bias may be null.
void nightjar_multiply(
    struct nightjar_left left, const float *right, long depth, const float *bias, int options, float *result,
    long result_step);

// Two to the power of each value less the largest of its column, in place, for `rows` rows of 48 columns.
// largest: of each column, as nightjar_largest finds it. Adds each column's powers to `sums`.
void nightjar_powers(float *values, long rows, const float *largest, float *sums);

// The largest value of each of 48 columns.
void nightjar_largest(const float *values, long rows, float *largest);

// received[i] += the sum over 48 columns of values[i * 48 + j] * factors[j].
void nightjar_receive(const float *values, long rows, const float *factors, float *received);

// values[i * 48 + j] = values[i * 48 + j] * factors[j] + bias[i].
void nightjar_scale(float *values, long rows, const float *factors, const float *bias);

// Adds `other`, then brings each column of `rows` rows to mean 0 and variance 1 (plus 1e-6), with gain and offset by row.
void nightjar_normalise(float *values, const float *other, long rows, const float *gain, const float *offset);

// The instructions in use: "avx512f", "avx2" or "baseline".
const char *nightjar_matrix_instructions(void);

// Does without the widest instructions (1), without the two widest (2), or with all (0), so that each can be compared.
void nightjar_matrix_leave_out(int widest);

#endif
