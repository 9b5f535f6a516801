#include "CSamples.h"

#include <stdint.h>
#include <string.h>

typedef uint32_t words8 __attribute__((vector_size(32)));
typedef int32_t integers8 __attribute__((vector_size(32)));
typedef float floats8 __attribute__((vector_size(32)));

static inline __attribute__((always_inline)) void unpack_one(uint32_t word, float scale, float *target)
{
    const float step = scale * (float)(1 << (word >> 30));
    target[0] = (float)((int32_t)(word << 22) >> 22) * step;
    target[1] = (float)((int32_t)(word << 12) >> 22) * step;
    target[2] = (float)((int32_t)(word << 2) >> 22) * step;
}

static inline __attribute__((always_inline)) uint32_t little(uint32_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap32(word);
#else
    return word;
#endif
}

static inline __attribute__((always_inline)) void unpack(const void *words, long count, float scale, float *target)
{
    const unsigned char *source = words;
    long index = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; index + 8 <= count; index += 8, target += 24) {
        words8 w;
        memcpy(&w, source + index * 4, sizeof w);
        // The exponent goes straight into that of the floating-point number 1.
        const floats8 step = (floats8)(((w >> 30) << 23) + 0x3F800000u) * scale;
        const floats8 x = __builtin_convertvector((integers8)(w << 22) >> 22, floats8) * step;
        const floats8 y = __builtin_convertvector((integers8)(w << 12) >> 22, floats8) * step;
        const floats8 z = __builtin_convertvector((integers8)(w << 2) >> 22, floats8) * step;
        // Lanes 0 to 7 are x and 8 to 15 y; then 0 to 7 those two in place and 8 to 15 z.
        const floats8 a = __builtin_shufflevector(x, y, 0, 8, -1, 1, 9, -1, 2, 10);
        const floats8 b = __builtin_shufflevector(x, y, -1, 3, 11, -1, 4, 12, -1, 5);
        const floats8 c = __builtin_shufflevector(x, y, 13, -1, 6, 14, -1, 7, 15, -1);
        const floats8 triples[3] = {
            __builtin_shufflevector(a, z, 0, 1, 8, 3, 4, 9, 6, 7),
            __builtin_shufflevector(b, z, 10, 1, 2, 11, 4, 5, 12, 7),
            __builtin_shufflevector(c, z, 0, 13, 2, 3, 14, 5, 6, 15),
        };
        memcpy(target, triples, sizeof triples);
    }
#endif
    for (; index < count; index++, target += 3) {
        uint32_t word;
        memcpy(&word, source + index * 4, sizeof word);
        unpack_one(little(word), scale, target);
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void unpack_avx2(const void *words, long count, float scale, float *target)
{
    unpack(words, count, scale, target);
}
#endif

void nightjar_unpack_triples(const void *words, long count, float scale, float *target)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return unpack_avx2(words, count, scale, target);
#endif
    unpack(words, count, scale, target);
}
