import Devices
import Glibc
import Runtime
import Signals
import Synchronization
import Testing
import USB

/// With a recorder that is plugged in, real or the lab's: set `NIGHTJAR_TEST_RECORDER` to its number. Nothing is changed
/// on it.
@Suite(.enabled(if: getenv("NIGHTJAR_TEST_RECORDER") != nil, "no recorder is plugged in"), .serialized)
struct PluggedInRecorderTests {
    private let number: UInt32 = getenv("NIGHTJAR_TEST_RECORDER").flatMap { UInt32(String(cString: $0)) } ?? 0

    /// Stops after so many samples.
    private final class Counter: DeviceOutlet {
        let batches = Mutex([SampleBatch]())
        let reasons = Mutex([String]())
        private let wanted: Int
        init(_ wanted: Int) { self.wanted = wanted }
        func deliver(_ batch: SampleBatch) {
            let count = batches.withLock { batches in
                batches.append(batch)
                return batches.reduce(0) { $0 + $1.count }
            }
            if count >= wanted { withUnsafeCurrentTask { $0?.cancel() } }
        }
        func deliver(_ beats: BeatBatch) {}
        func deliver(_ event: DeviceEvent, at instant: Instant) {
            guard case .link(.gone(let reason)) = event else { return }
            reasons.withLock { $0.append(reason) }
            withUnsafeCurrentTask { $0?.cancel() }
        }
    }

    @Test func theFinderFindsItWithItsNodes() async throws {
        let found = Mutex<FoundDevice?>(nil)
        let finder = AxivityFinder(context: try USBContext())
        let id = AxivityFinder.id(number)
        let task = Task {
            try await finder.run { event in
                guard case .found(let device) = event, device.id == id else { return }
                found.withLock { $0 = device }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(20))
            task.cancel()
        }
        _ = await task.result
        limit.cancel()
        let device = try #require(found.withLock { $0 })
        #expect(device.obstacle == nil && device.description?.isPreview == true)
    }

    @Test(arguments: [true, false])
    func itsReadingsComeOverLibusbAndOverTheTerminal(_ isOverLibusb: Bool) async throws {
        let context = isOverLibusb ? try USBContext() : nil
        let device = try #require(USBTree().devices().first { $0.isAxivity && $0.axivityNumber == number })
        // The kernel's driver needs a moment to make its terminal again.
        try await Task.sleep(for: .seconds(1))
        let path = device.path
        let preview = AxivityPreview(number: number, model: "AX3") { USBAxivityAccess(path: path, context: context) }
        let counter = Counter(200)
        let task = Task { try await preview.run(delivering: counter) }
        _ = await task.result
        let batches = counter.batches.withLock { $0 }
        #expect(counter.reasons.withLock { $0 } == [])
        #expect(batches.reduce(0) { $0 + $1.count } >= 200)
        let last = try #require(batches.last)
        let first = try #require(batches.first)
        // Nothing is stamped later than it came, and every batch follows the one before.
        for batch in batches { #expect(batch.times.instant(at: batch.count - 1) <= batch.received) }
        let rate =
            Double(batches.dropFirst().reduce(0) { $0 + $1.count }) / last.received.seconds(since: first.received)
        print("preview over \(isOverLibusb ? "libusb" : "the terminal"): \(rate) readings per second")
    }

    @Test func itIsOpenedAgainInTheSameRun() async throws {
        let context = try USBContext()
        let device = try #require(USBTree().devices().first { $0.isAxivity && $0.axivityNumber == number })
        for _ in 0..<3 {
            let access = USBAxivityAccess(path: device.path, context: context)
            let talk = AxivityConversation(line: try access.line())
            try talk.open()
            #expect(try await talk.identify().number == number)
            // A closed line has been given back, so that a program may end.
            talk.close()
            #expect(USBTree().device(at: device.path)?.serialNodes.count == 1)
        }
    }

    @Test func itsInterfacesAreGivenBackToTheKernel() async throws {
        let context = try USBContext()
        let device = try #require(USBTree().devices().first { $0.isAxivity && $0.axivityNumber == number })
        let line = try #require(CDCLine(device, context: context))
        let isClosed = Mutex(false)
        try line.open { event in if case .closed = event { isClosed.withLock { $0 = true } } }
        #expect(throws: Failure.self) {
            try CDCLine(device, context: context)?.open { _ in }
        }
        line.close()
        for _ in 0..<50
        where !isClosed.withLock({ $0 }) || USBTree().device(at: device.path)?.serialNodes.isEmpty != false {
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(isClosed.withLock { $0 })
        #expect(USBTree().device(at: device.path)?.serialNodes.count == 1)
    }
}
