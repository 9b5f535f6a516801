// Products of float32 matrices, by the widest instructions that the processor has.
//
// In C because the choice is made while the program runs, which needs a target for each function.
#ifndef NIGHTJAR_CMATRIX_H
#define NIGHTJAR_CMATRIX_H

// Columns of a panel of packed values.
#define NIGHTJAR_PANEL 32

// How many floats `columns` columns of `depth` values take when packed.
long nightjar_packed_count(long depth, long columns);

// Packs the matrix whose value (k, j) is source[k * depth_step + j * column_step]; columns that are not there are zero.
void nightjar_pack(
    const float *source, long depth, long columns, long depth_step, long column_step, float *packed);

// result[i * result_step + j] = bias[j] + the sum over k of a[i * a_step + k] * packed(k, j).
// bias may be null. Negative results become zero with `rectified`.
void nightjar_multiply(
    const float *a, long rows, long a_step, const float *packed, long depth, long columns, const float *bias,
    int rectified, float *result, long result_step);

// The softmax of scale times each row of `columns` values, in place; what each column got is added to `received`,
// which may be null.
void nightjar_softmax(float *rows, long count, long columns, float scale, float *received);

// The instructions in use: "avx512f", "avx2" or "baseline".
const char *nightjar_matrix_instructions(void);

#endif
