import Glibc
import Synchronization
import Testing

@testable import Runtime

@Suite("A thread for tasks")
struct ThreadExecutorTests {
    @Test("runs everything on one thread of its own, children too")
    func one() async {
        let executor = ThreadExecutor()
        let threads = await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: pthread_t.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        await Task.yield()
                        try? await Task.sleep(for: .milliseconds(1))
                        return pthread_self()
                    }
                }
                return await group.reduce(into: Set<pthread_t>()) { $0.insert($1) }
            }
        }
        #expect(threads.count == 1)
    }

    private final class Marks: Sendable {
        let begun = Atomic(0)
        let isOver = Atomic(false)
    }

    @Test("runs as many at once as it has threads, and counts those that wait")
    func several() async {
        let executor = ThreadExecutor(threads: 3)
        let marks = Marks()
        await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask(executorPreference: executor) {
                    marks.begun.add(1, ordering: .relaxed)
                    while !marks.isOver.load(ordering: .relaxed) { usleep(1000) }
                }
            }
            while marks.begun.load(ordering: .relaxed) < 3 { usleep(1000) }
            while executor.load.waiting < 7 { usleep(1000) }
            #expect(executor.load.threads == 3 && marks.begun.load(ordering: .relaxed) == 3)
            marks.isOver.store(true, ordering: .relaxed)
        }
        #expect(marks.begun.load(ordering: .relaxed) == 10)
        #expect(executor.load.waiting == 0 && executor.load.mostWaiting >= 7)
    }

    @Test("leaves work waiting where there is no thread to be had, and runs none on the thread that brings it")
    func scarce() async {
        let marks = Marks()
        let made = Atomic(0)
        let executor = ThreadExecutor(threads: 2) { made.add(1, ordering: .relaxed).newValue == 1 }
        #expect(executor.load.threads == 1, "it has its thread from the start")
        let first = Task(executorPreference: executor) {
            marks.begun.add(1, ordering: .relaxed)
            while !marks.isOver.load(ordering: .relaxed) { usleep(1000) }
            return pthread_self()
        }
        while marks.begun.load(ordering: .relaxed) < 1 { await Task.yield() }
        let second = Task(executorPreference: executor) { pthread_self() }
        while made.load(ordering: .relaxed) < 2 { await Task.yield() }
        #expect(executor.load == ThreadExecutor.Load(threads: 1, waiting: 1, mostWaiting: 1))
        marks.isOver.store(true, ordering: .relaxed)
        #expect(await first.value == second.value)
    }

    @Test("tries again for as long as it has not a single thread")
    func none() async {
        let made = Atomic(0)
        let executor = ThreadExecutor { made.add(1, ordering: .relaxed).newValue > 3 }
        #expect(executor.load.threads == 0)
        #expect(await Task(executorPreference: executor) { DiskWait.isAllowedHere }.value)
        #expect(made.load(ordering: .relaxed) == 4)
    }

    @Test("ends its threads when nobody needs it any more")
    func end() async {
        var executor: ThreadExecutor? = ThreadExecutor()
        weak let threads = executor?.threads
        if let executor { #expect(await Task(executorPreference: executor) { 7 }.value == 7) }
        executor = nil
        while threads != nil { await Task.yield() }
    }

    @Test("says of its threads that they may wait for a disk, and of no other")
    func waiting() async {
        #expect(!DiskWait.isAllowedHere)
        #expect(await withTaskExecutorPreference(ThreadExecutor()) { DiskWait.isAllowedHere })
        #expect(await withTaskExecutorPreference(ThreadExecutor(mayWaitForDisk: false)) { !DiskWait.isAllowedHere })
    }

    @Test("keeps going for others while it is blocked, and sees a task's cancellation")
    func blocked() async {
        let executor = ThreadExecutor()
        let task = Task(executorPreference: executor) {
            var rounds = 0
            while !Task.isCancelled {
                usleep(1000)
                rounds += 1
            }
            return rounds
        }
        let other = await Task { 7 }.value
        task.cancel()
        #expect(other == 7)
        #expect(await task.value >= 0)
    }
}
