// Counts what a program takes from the heap. Whatever links this has the system's functions of allocation in front of it,
// so that nothing but a test may.
#ifndef NIGHTJAR_ALLOCATION_COUNTER_H
#define NIGHTJAR_ALLOCATION_COUNTER_H

/// How often memory was taken or its size changed by any thread since the program began.
unsigned long nj_allocations(void);

#endif
