import Runtime
import Testing

@Suite("A promise")
struct PromiseTests {
    @Test("gives its first value, whether it is kept before it is awaited or after")
    func order() async {
        let early = Promise<Int>()
        early.keep(1)
        early.keep(2)
        #expect(await early.value(ifCancelled: 0) == 1)
        let late = Promise<Int>()
        async let value = late.value(ifCancelled: 0)
        late.keep(3)
        #expect(await value == 3)
    }

    @Test("holds nobody who was cancelled")
    func cancelled() async {
        let promise = Promise<Int>()
        let task = Task { await promise.value(ifCancelled: 7) }
        task.cancel()
        #expect(await task.value == 7)
    }

    @Test("ends a wait that is over as soon as it begins, however often", .timeLimit(.minutes(1)))
    func atOnce() async {
        for _ in 0..<2000 {
            let isHeld = await Promise<Bool>().holds(within: .zero)
            #expect(!isHeld)
        }
    }

    @Test("a wait for a task that does not end is over in time, and the task goes on", .timeLimit(.minutes(1)))
    func task() async {
        let end = Promise<Bool>()
        let work = Task { _ = await end.value(ifCancelled: false) }
        #expect(await !work.hasEnded(within: .milliseconds(1)))
        #expect(!work.isCancelled)
        end.keep(true)
        #expect(await work.hasEnded(within: .seconds(600)))
    }
}
