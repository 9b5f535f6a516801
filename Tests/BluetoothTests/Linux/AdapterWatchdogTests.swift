import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Bluetooth

@Suite struct AdapterWatchdogTests {
    private var watchdog = AdapterWatchdog()
    private let both = AdapterWatchdog.Means(power: true, bus: true)

    private mutating func hang(at seconds: Int) {
        watchdog.answered(false, at: .seconds(seconds))
        watchdog.answered(false, at: .seconds(seconds + 4))
    }

    @Test("one lost answer is none, two in a row are a hang, and a power cycle that helps is told")
    mutating func power() {
        watchdog.answered(false, at: .zero)
        watchdog.answered(true, at: .seconds(1))
        watchdog.answered(false, at: .seconds(2))
        #expect(!watchdog.isHung && watchdog.next(at: .seconds(2), means: both) == nil && watchdog.deadline == nil)
        watchdog.answered(false, at: .seconds(4))
        #expect(watchdog.isHung && watchdog.deadline == .zero)
        #expect(watchdog.next(at: .seconds(4), means: both) == .power)
        #expect(watchdog.next(at: .seconds(5), means: both) == nil, "it is under way")
        watchdog.answered(false, at: .seconds(5))
        watchdog.done(true, at: .seconds(9))
        #expect(watchdog.isHung && watchdog.deadline == .seconds(69))
        watchdog.answered(true, at: .seconds(10))
        #expect(!watchdog.isHung && (watchdog.powerCycles, watchdog.busResets, watchdog.recoveries) == (1, 0, 1))
    }

    @Test(
        "a power cycle that does not help, or fails, is followed by a reset of the port, and that by ever longer pauses"
    )
    mutating func ladder() {
        hang(at: 0)
        var now = Duration.seconds(4)
        for (round, pause) in [60, 120, 240, 480, 960, 1800, 1800].enumerated() {
            #expect(watchdog.next(at: now, means: both) == .power)
            watchdog.done(round % 2 == 0, at: now)
            if round % 2 == 0 { watchdog.answered(false, at: now) }
            #expect(watchdog.next(at: now, means: both) == .bus)
            watchdog.done(true, at: now)
            watchdog.answered(false, at: now)
            #expect(watchdog.next(at: now, means: both) == nil && watchdog.isGivenUp)
            now += .seconds(pause)
            #expect(watchdog.deadline == now)
            #expect(watchdog.next(at: now - .seconds(1), means: both) == nil)
        }
        watchdog.answered(true, at: now)
        #expect(!watchdog.isHung && watchdog.powerCycles == 7 && watchdog.busResets == 7)
        hang(at: 9000)
        _ = watchdog.next(at: .seconds(9004), means: .init(power: false, bus: false))
        #expect(watchdog.deadline == .seconds(9064), "the pauses begin anew")
    }

    @Test("beside bluetoothd only the port is reset, and where there is none the adapter is left alone")
    mutating func shared() {
        hang(at: 0)
        #expect(watchdog.next(at: .seconds(4), means: .init(power: false, bus: true)) == .bus)
        watchdog.done(false, at: .seconds(5))
        #expect(watchdog.next(at: .seconds(5), means: .init(power: false, bus: true)) == nil && watchdog.isGivenUp)
        #expect(watchdog.powerCycles == 0)
    }

    @Test("a failure after a wait is no answer, one at once and a refusal of the kernel tell nothing")
    func silences() {
        func isAnswer(_ status: UInt8, _ milliseconds: Int) -> Bool? {
            AdapterWatchdog.isAnswer(.init(rawValue: status), after: .milliseconds(milliseconds))
        }
        for (status, time) in [(0xFF, 0), (0x03, 2000), (0x05, 2000), (0x08, 15_000)] as [(UInt8, Int)] {
            #expect(isAnswer(status, time) == false)
        }
        #expect(isAnswer(0x03, 3) == nil && isAnswer(0x08, 100) == nil, "it may be either")
        #expect(isAnswer(0x0A, 5000) == nil && isAnswer(0x0F, 1) == nil, "the kernel says that by itself")
        #expect(isAnswer(ManagementStatus.unsent.rawValue, 15_000) == nil, "nobody was asked")
        #expect(isAnswer(0x00, 5000) == true)
    }

    @Test("being switched on is no proof, so a controller that hangs with every scan is reset by ever stronger means")
    mutating func noProof() {
        hang(at: 0)
        #expect(watchdog.next(at: .seconds(4), means: both) == .power)
        watchdog.done(true, at: .seconds(5))
        watchdog.answered(true, isProof: false, at: .seconds(5))
        #expect(watchdog.isHung && watchdog.recoveries == 0)
        watchdog.answered(false, at: .seconds(9))
        #expect(watchdog.next(at: .seconds(9), means: both) == .bus)
        watchdog.done(true, at: .seconds(10))
        watchdog.answered(true, isProof: false, at: .seconds(11))
        watchdog.answered(false, at: .seconds(15))
        #expect(watchdog.next(at: .seconds(15), means: both) == nil && watchdog.deadline == .seconds(75))
        watchdog.answered(true, isProof: false, at: .seconds(16))
        #expect(watchdog.isGivenUp)
    }

    @Test("one that hangs again within five minutes goes on with the next reset, later with the first")
    mutating func relapse() {
        hang(at: 0)
        #expect(watchdog.next(at: .seconds(4), means: both) == .power)
        watchdog.done(true, at: .seconds(5))
        watchdog.answered(true, at: .seconds(6))
        hang(at: 300)
        #expect(watchdog.next(at: .seconds(304), means: both) == .bus)
        watchdog.done(true, at: .seconds(305))
        watchdog.answered(true, at: .seconds(306))
        hang(at: 310)
        #expect(watchdog.next(at: .seconds(314), means: both) == nil && watchdog.deadline == .seconds(374))
        watchdog.answered(true, at: .seconds(320))
        hang(at: 330)
        #expect(watchdog.next(at: .seconds(334), means: both) == nil && watchdog.deadline == .seconds(454))
        watchdog.answered(true, at: .seconds(400))
        hang(at: 700)
        #expect(watchdog.next(at: .seconds(704), means: both) == .power)
    }

    @Test("of which nobody wants anything after its reset is not known to hang")
    mutating func unused() {
        hang(at: 0)
        _ = watchdog.next(at: .seconds(4), means: both)
        watchdog.done(true, at: .seconds(5))
        #expect(watchdog.next(at: .seconds(64), means: both) == nil && watchdog.isHung)
        #expect(watchdog.next(at: .seconds(65), means: both) == nil && !watchdog.isHung && watchdog.recoveries == 0)
    }

    @Test("a controller that can be switched on and hangs with every scan is reset on its bus and then left alone")
    func everyScan() async throws {
        let kernel = ScriptedKernel()
        kernel.answer(0x0023, with: .silent)
        let resets = Mutex(0)
        var system = kernel.system
        system.hasBus = { _ in true }
        system.resetBus = { _ in
            resets.withLock { $0 += 1 }
            kernel.unplug(0)
            kernel.plug(0)
            return true
        }
        let radio = try BluetoothRadio(system: system, clock: VirtualClock(start: .init(nanoseconds: 0)))
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        func adapter(_ holds: (BluetoothAdapter) -> Bool) async throws {
            for _ in 0..<2000 {
                if let adapter = await radio.adapters().adapters.first, holds(adapter) { return }
                try await Task.sleep(for: .milliseconds(2))
                // The scan rests for two seconds after each refusal.
                kernel.pass(.milliseconds(20))
            }
            Issue.record("it never came: \(await radio.adapters())")
        }
        try await adapter { $0.problem?.contains("resetting it did not help") == true }
        let given = try #require(await radio.adapters().adapters.first)
        #expect((given.powerCycles, given.busResets) == (1, 1) && resets.withLock(\.self) == 1)
        kernel.pass(.seconds(60))
        try await adapter { $0.powerCycles == 2 }
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("an adapter that is unplugged while it hangs troubles nobody any more, and no other is reset for it")
    func unplugged() async throws {
        let kernel = ScriptedKernel()
        kernel.answer(0x0023, onceWith: [.silent])
        // No power cycle ends before the adapter is gone.
        kernel.answer(0x0005, onceWith: [.success] + [ManagementStatus](repeating: .busy, count: 50))
        let radio = try BluetoothRadio(system: kernel.system, clock: VirtualClock(start: .init(nanoseconds: 0)))
        var troubles = await radio.troubles().makeAsyncIterator()
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        #expect(await troubles.next() ?? nil != nil)
        kernel.unplug(0)
        #expect(await troubles.next() == .some(nil))
        kernel.answer(0x0005, onceWith: [])
        kernel.plug(1)
        try await eventually { kernel.commands.contains { $0.code == 0x0023 && $0.index == 1 } }
        let adapter = try #require(await radio.adapters().adapters.first)
        #expect(adapter.index == 1 && adapter.problem == nil && adapter.powerCycles == 0)
        scanning.cancel()
        _ = await scanning.result
    }

    @Test(
        "an adapter that comes back from a reset under another number is the same, and one that does not is forgotten")
    func renumbered() async throws {
        let kernel = ScriptedKernel()
        kernel.answer(0x0023, onceWith: [.silent, .silent])
        var system = kernel.system
        system.hasBus = { _ in true }
        system.resetBus = { _ in
            kernel.unplug(0)
            return true
        }
        let radio = try BluetoothRadio(system: system, clock: VirtualClock(start: .init(nanoseconds: 0)))
        var troubles = await radio.troubles().makeAsyncIterator()
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        #expect(await troubles.next() ?? nil != nil)
        while await !radio.adapters().adapters.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        kernel.plug(0, as: 3)
        // Named by its new number, and well with the first scan.
        // Until then it is still being reset.
        #expect(await troubles.next() == "hci3 answers nothing and is being reset.")
        #expect(await troubles.next() == .some(nil))
        let adapter = try #require(await radio.adapters().adapters.first)
        #expect((adapter.index, adapter.powerCycles, adapter.busResets) == (3, 1, 1))
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("that the management channel closed is no hang of the controller, and one that hung is not known to any more")
    func closed() async throws {
        let kernel = ScriptedKernel()
        kernel.answer(0x0023, onceWith: [.silent])
        kernel.answer(0x0005, onceWith: [.success] + [ManagementStatus](repeating: .busy, count: 50))
        let radio = try BluetoothRadio(system: kernel.system, clock: VirtualClock(start: .init(nanoseconds: 0)))
        var troubles = await radio.troubles().makeAsyncIterator()
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        #expect(await troubles.next() ?? nil != nil)
        kernel.endControl()
        // What could not be sent any more may be told first as a reset that did not help.
        while let told = await troubles.next(), told != nil {}
        await #expect(throws: Failure.self) { try await scanning.value }
    }

    @Test("a controller that answers no discovery is switched off and on, said so, and scanned with again")
    func radio() async throws {
        let kernel = ScriptedKernel()
        // Once, whenever the test learns of it: the next scan follows the power cycle at once.
        kernel.answer(0x0023, onceWith: [.silent])
        let radio = try BluetoothRadio(system: kernel.system, clock: VirtualClock(start: .init(nanoseconds: 0)))
        var troubles = await radio.troubles().makeAsyncIterator()
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        let trouble = try #require(await troubles.next() ?? nil)
        #expect(trouble.contains("hci0 answers nothing"))
        #expect(await troubles.next() == .some(nil))
        #expect(kernel.commands.filter { $0.code == 0x0005 }.map(\.parameters) == [[1], [0], [1]])
        let adapter = try #require(await radio.adapters().adapters.first)
        #expect(adapter.powerCycles == 1)
        #expect(adapter.problem == nil)
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("a link that comes up after a reset shows that it helped, whatever becomes of scans")
    func linkIsProof() async throws {
        let kernel = ScriptedKernel()
        kernel.answer(0x0023, with: .busy)
        kernel.answer(0x0023, onceWith: [.silent])
        let radio = try BluetoothRadio(system: kernel.system, clock: VirtualClock(start: .init(nanoseconds: 0)))
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        // Switched on at first, then off and on, and scanned with once more.
        try await kernel.waitForCommand(0x0005, count: 3)
        var adapter: BluetoothAdapter?
        func isSettled(_ hasProblem: Bool) async throws -> Bool {
            for _ in 0..<500 {
                adapter = await radio.adapters().adapters.first
                if let adapter, adapter.powerCycles == 1, (adapter.problem != nil) == hasProblem { return true }
                try await Task.sleep(for: .milliseconds(2))
            }
            return false
        }
        #expect(try await isSettled(true), "\(String(describing: adapter))")
        // The controller may say so before the reset is over for us.
        for _ in 0..<500 where adapter?.problem != nil {
            kernel.tell(0x000B, 0, [1, 2, 3, 4, 5, 0xC6, 2, 0, 0, 0, 0, 0, 0])
            try await Task.sleep(for: .milliseconds(2))
            adapter = await radio.adapters().adapters.first
        }
        #expect(adapter?.problem == nil && adapter?.powerCycles == 1, "\(String(describing: adapter))")
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("the port of an adapter is found by the kernel's files")
    func port() throws {
        let root =
            "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/nightjar-sys-\(UInt64.random(in: 0...UInt64.max))"
        let device = "\(root)/devices/1-4"
        var made: [String] = []
        for folder in [
            "", "/class", "/class/bluetooth", "/class/bluetooth/hci3", "/devices", "/devices/1-4",
            "/devices/1-4/1-4:1.0",
        ] {
            #expect(mkdir(root + folder, 0o700) == 0)
            made.append(root + folder)
        }
        defer { for path in made.reversed() where unlink(path) != 0 { rmdir(path) } }
        for (name, text) in [("busnum", "1\n"), ("devnum", "12\n")] {
            let file = try #require(fopen("\(device)/\(name)", "w"))
            fputs(text, file)
            fclose(file)
            made.append("\(device)/\(name)")
        }
        #expect(symlink("../../../devices/1-4/1-4:1.0", "\(root)/class/bluetooth/hci3/device") == 0)
        made.append("\(root)/class/bluetooth/hci3/device")
        #expect(USBPort(ofAdapter: 3, sys: root)?.path == "/dev/bus/usb/001/012")
        #expect(USBPort(ofAdapter: 4, sys: root) == nil)
        #expect(USBPort(ofAdapter: 3, sys: root)?.reset() == false || geteuid() == 0)
    }
}
