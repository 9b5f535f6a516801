import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Store

@Suite("A disk that is slow", .timeLimit(.minutes(2)))
struct SlowDiskTests {
    /// Holds the writer until a test lets it go.
    final class Hold: Sendable {
        private let state = Mutex((isHeld: true, hasBegun: false))
        var hasBegun: Bool { state.withLock({ $0.hasBegun }) }
        func release() { state.withLock { $0.isHeld = false } }
        func wait() {
            state.withLock { $0.hasBegun = true }
            for _ in 0..<60_000 where state.withLock({ $0.isHeld }) { usleep(1000) }
        }
    }

    @Test("holds no thread of whoever writes, however many wait")
    func writers() async throws {
        let folder = try TemporaryFolder()
        let (store, hold) = (try Store(folder: folder.path), Hold())
        // One thread for all of them: the old way the first who waited held it.
        let executor = ThreadExecutor()
        let stuck = Task { try await store.perform { _ in hold.wait() } }
        while !hold.hasBegun { await Task.yield() }
        let writers = Promise<Bool>()
        let waiting = Task(executorPreference: executor) {
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    group.addTask { (try? await store.addPerson(named: "P\(number)")) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        Task(executorPreference: executor) {
            // It comes after all of them on their thread.
            await Task.yield()
            writers.keep(true)
        }
        #expect(await writers.holds(within: .seconds(20)))
        #expect(try store.people().isEmpty)
        hold.release()
        #expect(await waiting.value == 50)
        try await stuck.value
        #expect(try store.people().count == 50)
    }

    @Test("is told of everybody who waits for the writer on a thread that was not made for it")
    func misplaced() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let waits = store.misplacedWaits
        store.arrival().receive([UInt8](repeating: 7, count: RecordingImport.chunkSize))
        #expect(store.misplacedWaits == waits + 1)
        await withTaskExecutorPreference(ThreadExecutor()) {
            store.arrival().receive([UInt8](repeating: 7, count: RecordingImport.chunkSize))
        }
        #expect(store.misplacedWaits == waits + 1)
    }

    @Test("leaves nobody waiting who asked while the last write before the end was failing")
    func closing() throws {
        let gate = IntakeGate(limits: Intake.Limits())
        gate.hand({ _ in }, whenDone: { _ in })
        let work = try #require(gate.take())
        let hasFailed = Mutex(false)
        gate.hand({ _ in }) { result in
            if case .failure = result { hasFailed.withLock { $0 = true } }
        }
        gate.close()
        #expect(!gate.failed(work, Failure(.failed, "The store is damaged.")))
        #expect(hasFailed.withLock { $0 })
    }

    @Test("reads on a few threads of its own, and counts those who wait for one")
    func readers() async throws {
        let folder = try TemporaryFolder()
        var options = Store.Options()
        let hold = Hold()
        options.beforeRead = { if DiskWait.isAllowedHere { hold.wait() } }
        let store = try Store(folder: folder.path, options: options)
        let waits = store.misplacedWaits
        let caller = ThreadExecutor(mayWaitForDisk: false)
        let readers = Task(executorPreference: caller) {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await store.reading { try $0.people().count } } }
                return try await group.reduce(0, +)
            }
        }
        let free = Promise<Bool>()
        while store.readingLoad.waiting < 16 { await Task.yield() }
        Task(executorPreference: caller) { free.keep(true) }
        #expect(await free.holds(within: .seconds(20)))
        #expect(store.readingLoad.threads == 4)
        hold.release()
        #expect(try await readers.value == 0)
        #expect(store.misplacedWaits == waits)
        // Here it is the caller's thread that waits, and that is noted.
        _ = try store.people()
        #expect(store.misplacedWaits == waits + 1)
    }
}
