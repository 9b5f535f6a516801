# Tells the thread sanitizer of the slow ways of Synchronization.Mutex (x86-64). The fast ones are compiled into the program
# and are seen; these are in the library, which is not instrumented, so that whoever had to wait would be taken for a racer.
# Swift hands the mutex over in r13. Put before the library's by `--wrap`.
    .text
    .globl "__wrap_$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
"__wrap_$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF":
    push %r13
    call "__real_$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
    mov (%rsp), %rdi
    call __tsan_acquire
    pop %r13
    ret

    .globl "__wrap_$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
"__wrap_$s15Synchronization12_MutexHandleV11_unlockSlowyyF":
    push %r13
    mov %r13, %rdi
    call __tsan_release
    pop %r13
    jmp "__real_$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

    .section .note.GNU-stack,"",@progbits
