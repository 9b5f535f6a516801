import Glibc
import Runtime
import Testing

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
