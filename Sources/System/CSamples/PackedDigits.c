#include "CSamples.h"

#include <stdint.h>

// Results are those of one operation after the other.
#pragma STDC FP_CONTRACT OFF

// From sample `i` on, which begins at half a byte when it is odd.
static void twelve_plain(const uint8_t *source, long i, long count, bool swaps, float scale, float *target)
{
    for (; i < count; i++) {
        for (int part = 0; part < 3; part++) {
            const long nibble = 9 * i + 3 * part;
            const uint8_t *at = source + nibble / 2;
            const uint16_t bits = nibble % 2 ? (uint16_t)(at[0] << 12 | at[1] << 4) : (uint16_t)(at[0] << 8 | (at[1] & 0xF0));
            const int axis = swaps && part < 2 ? 1 - part : part;
            target[3 * i + axis] = (float)((int16_t)bits >> 4) * scale;
        }
    }
}

static inline int digit(uint8_t byte)
{
    if (byte >= '0' && byte <= '9') return byte - '0';
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

static bool digits_plain(
    const uint8_t *source, long i, long count, const float *factor, const float *shift, float *target, uint16_t *rest)
{
    int bad = 0;
    for (; i < count; i++) {
        int values[12];
        for (int place = 0; place < 12; place++) {
            values[place] = digit(source[12 * i + place]);
            bad |= values[place];
        }
        for (int axis = 0; axis < 3; axis++) {
            const int *at = values + 3 * axis;
            const uint16_t bits = (uint16_t)((uint32_t)at[0] << 12 | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 4);
            target[3 * i + axis] = (float)((int16_t)bits >> 4) * factor[axis] + shift[axis];
        }
        rest[i] = (uint16_t)((values[9] & 0xF) << 8 | (values[10] & 0xF) << 4 | (values[11] & 0xF));
    }
    return bad >= 0;
}

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

WIDE static void twelve_wide(const uint8_t *source, long count, bool swaps, float scale, float *target)
{
    // Each value's two bytes go on top of a lane; those that begin at half a byte are moved up by four bits.
    const char n = -1;
    const __m256i stored = _mm256_setr_epi8(
        n, n, 1, 0, n, n, 2, 1, n, n, 4, 3, n, n, 5, 4, n, n, 7, 6, n, n, 8, 7, n, n, n, n, n, n, n, n);
    const __m256i swapped = _mm256_setr_epi8(
        n, n, 2, 1, n, n, 1, 0, n, n, 4, 3, n, n, 7, 6, n, n, 5, 4, n, n, 8, 7, n, n, n, n, n, n, n, n);
    const __m256i order = swaps ? swapped : stored;
    const __m256i shifts =
        swaps ? _mm256_setr_epi32(4, 0, 0, 0, 4, 4, 0, 0) : _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 0);
    const __m256 scales = _mm256_set1_ps(scale);
    long i = 0;
    // A pair reads sixteen bytes of which nine are its own, and writes eight floats of which six are.
    for (; i + 4 <= count; i += 2) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(source + 9 * i / 2));
        const __m256i lanes = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes), order);
        const __m256i values = _mm256_srai_epi32(_mm256_sllv_epi32(lanes, shifts), 20);
        _mm256_storeu_ps(target + 3 * i, _mm256_mul_ps(_mm256_cvtepi32_ps(values), scales));
    }
    twelve_plain(source, i, count, swaps, scale, target);
}

WIDE static bool digits_wide(
    const uint8_t *source, long count, const float *factor, const float *shift, float *target, uint16_t *rest)
{
    const __m128 factors = _mm_loadu_ps(factor), offsets = _mm_loadu_ps(shift);
    const __m256 factor2 = _mm256_set_m128(factors, factors), shift2 = _mm256_set_m128(offsets, offsets);
    const char n = -1;
    const __m256i order = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, n, 3, 4, 5, n, 6, 7, 8, n, 9, 10, 11, n));
    const __m256i pairs = _mm256_set1_epi32(0x00100110), words = _mm256_set1_epi32(0x00010100);
    // Only the first twelve of sixteen bytes belong to a sample.
    const __m256i own = _mm256_broadcastsi128_si256(_mm_setr_epi32(-1, -1, -1, 0));
    __m256i bad = _mm256_setzero_si256();
    long i = 0;
    for (; i + 4 <= count; i += 2) {
        const __m128i low = _mm_loadu_si128((const __m128i *)(source + 12 * i));
        const __m128i high = _mm_loadu_si128((const __m128i *)(source + 12 * i + 12));
        const __m256i bytes = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
        const __m256i folded = _mm256_or_si256(bytes, _mm256_set1_epi8(0x20));
        // '0' to '9' and 'a' to 'f' are 0 to 9 and 10 to 15 after these; all else is above 9 or 5 without sign.
        const __m256i decimal = _mm256_sub_epi8(bytes, _mm256_set1_epi8('0'));
        const __m256i letter = _mm256_sub_epi8(folded, _mm256_set1_epi8('a'));
        const __m256i is_decimal = _mm256_cmpeq_epi8(_mm256_min_epu8(decimal, _mm256_set1_epi8(9)), decimal);
        const __m256i is_letter = _mm256_cmpeq_epi8(_mm256_min_epu8(letter, _mm256_set1_epi8(5)), letter);
        bad = _mm256_or_si256(bad, _mm256_andnot_si256(_mm256_or_si256(is_decimal, is_letter), own));
        const __m256i nibbles = _mm256_blendv_epi8(
            _mm256_add_epi8(letter, _mm256_set1_epi8(10)), decimal, is_decimal);
        const __m256i placed = _mm256_shuffle_epi8(nibbles, order);
        // d0 * 16 + d1 and d2 * 16, then the first times 256 and the second: the value times sixteen.
        const __m256i bits = _mm256_madd_epi16(_mm256_maddubs_epi16(placed, pairs), words);
        const __m256i values = _mm256_srai_epi32(_mm256_slli_epi32(bits, 16), 20);
        const __m256 floats = _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(values), factor2), shift2);
        rest[i] = (uint16_t)(_mm256_extract_epi32(bits, 3) >> 4 & 0xFFF);
        rest[i + 1] = (uint16_t)(_mm256_extract_epi32(bits, 7) >> 4 & 0xFFF);
        _mm_storeu_ps(target + 3 * i, _mm256_castps256_ps128(floats));
        _mm_storeu_ps(target + 3 * i + 3, _mm256_extractf128_ps(floats, 1));
    }
    return digits_plain(source, i, count, factor, shift, target, rest) && _mm256_testz_si256(bad, bad);
}

static bool is_wide(void)
{
    return __builtin_cpu_supports("avx2");
}
#endif

void nightjar_samples_twelve(const void *source, long count, bool swaps, float scale, float *target)
{
#if defined(__x86_64__)
    if (is_wide()) return twelve_wide(source, count, swaps, scale, target);
#endif
    twelve_plain(source, 0, count, swaps, scale, target);
}

bool nightjar_samples_digits(
    const void *source, long count, const float *factor, const float *shift, float *target, uint16_t *rest)
{
#if defined(__x86_64__)
    if (is_wide()) return digits_wide(source, count, factor, shift, target, rest);
#endif
    return digits_plain(source, 0, count, factor, shift, target, rest);
}
