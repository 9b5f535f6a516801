import Documents
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Bluetooth

/// The radio as a strap, on its real thread, with kernel and centrals played over sockets.
@Suite(.timeLimit(.minutes(2))) struct HeartRateOfferTests {
    private let kernel = ScriptedKernel()

    private func radio() throws -> BluetoothRadio {
        try BluetoothRadio(system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)))
    }

    private func status(_ radio: BluetoothRadio, _ holds: (HeartRateOfferStatus) -> Bool) async throws {
        for _ in 0..<20_000 {
            if let status = await radio.heartRateOffer(), holds(status) { return }
            try await Task.sleep(for: .microseconds(500))
        }
        throw Failure(.failed, "it never came: \(String(describing: await radio.heartRateOffer()))")
    }

    @Test("Several centrals connect and each gets what it asked for; the advertisement goes on, and ends with the task")
    func several() async throws {
        let radio = try radio()
        let offering = Task { try await radio.offerHeartRate(named: "Nightjar of a name that is too long") }
        try await kernel.waitForCommand(0x003E)
        let added = try #require(kernel.commands.last { $0.code == 0x003E })
        #expect(added.parameters[0] == 4, "the highest number that nobody uses")
        #expect(added.parameters.count == 11 + 10 + 31)
        let (first, second) = (try kernel.connectToListener(), try kernel.connectToListener())
        try await status(radio) { $0.centrals == 2 }
        // The controller stopped when they connected.
        try await kernel.waitForCommand(0x003E, count: 3)
        #expect(first.ask([0x12, 0x0A, 0, 1, 0]) == [0x13])
        await radio.send(heartRate: [0x16, 61, 0, 4])
        #expect(first.hear() == [0x1B, 9, 0, 0x16, 61, 0, 4])
        #expect(second.ask([0x12, 0x0A, 0, 1, 0]) == [0x13], "the one before was not for it")
        await radio.send(heartRate: [0x16, 62])
        #expect(first.hear() == [0x1B, 9, 0, 0x16, 62] && second.hear() == [0x1B, 9, 0, 0x16, 62])
        await radio.send(battery: 200)
        #expect(second.ask([0x0A, 0x0F, 0]) == [0x0B, 100])
        #expect(await radio.heartRateOffer() == .init(adapter: "hci0", centrals: 2, listeners: 2, sent: 3, dropped: 0))
        first.hangUp()
        try await status(radio) { $0.centrals == 1 }
        offering.cancel()
        await #expect(throws: CancellationError.self) { try await offering.value }
        #expect(kernel.commands.last?.code == 0x003F && kernel.commands.last?.parameters == [4])
        #expect(second.hear() == [], "the link is down")
        #expect(await radio.heartRateOffer() == nil)
    }

    @Test("A central that takes nothing delays nobody, and what it misses is counted")
    func slow() async throws {
        let radio = try radio()
        let offering = Task { try await radio.offerHeartRate(named: "Nightjar") }
        try await kernel.waitForCommand(0x003E)
        let central = try kernel.connectToListener()
        #expect(central.ask([0x12, 0x0A, 0, 1, 0]) == [0x13])
        for _ in 0..<4000 { await radio.send(heartRate: [0, 60]) }
        let status = try #require(await radio.heartRateOffer())
        #expect(status.dropped > 0 && status.sent + status.dropped == 4000)
        offering.cancel()
        _ = await offering.result
    }

    @Test(
        "An adapter that is switched off while the advertisement begins is the reason told, not that it was cancelled")
    func endsEarly() async throws {
        let radio = try radio()
        kernel.tell(0x0006, [0, 2, 0, 0], before: 0x003E)
        let failure = await #expect(throws: Failure.self) { try await radio.offerHeartRate(named: "Nightjar") }
        #expect(failure?.message.contains("switched off") == true)
    }

    @Test("An advertisement that was taken away is made again after a second, and where it cannot be the offer ends")
    func takenAway() async throws {
        let radio = try radio()
        let offering = Task { try await radio.offerHeartRate(named: "Nightjar") }
        try await kernel.waitForCommand(0x003E)
        try await status(radio) { _ in true }
        kernel.tell(0x0024, 0, [5])
        kernel.tell(0x0024, 0, [4])
        // Once the events are dealt with, the second is waited for.
        _ = await radio.adapters()
        kernel.pass(.seconds(1))
        _ = await radio.adapters()
        try await kernel.waitForCommand(0x003E, count: 2)
        kernel.answer(0x003E, with: .init(rawValue: 0x03))
        kernel.tell(0x0024, 0, [4])
        _ = await radio.adapters()
        kernel.pass(.seconds(1))
        let failure = await #expect(throws: Failure.self) { try await offering.value }
        #expect(failure?.message.contains("cannot advertise: failed") == true)
        #expect(kernel.commands.count { $0.code == 0x003E } == 3, "the fifth is another program's")
    }

    @Test("A kernel that is busy has not begun to advertise, and is asked again")
    func busy() async throws {
        kernel.answer(0x003E, onceWith: [.busy, .busy])
        let radio = try radio()
        let offering = Task { try await radio.offerHeartRate(named: "Nightjar") }
        for count in 1...3 {
            try await kernel.waitForCommand(0x003E, count: count)
            _ = await radio.adapters()
            kernel.pass(.seconds(1))
            _ = await radio.adapters()
        }
        offering.cancel()
        _ = await offering.result
    }

    @Test("A connection that cannot be taken, as there are no descriptors, is left alone for a second")
    func noDescriptors() async throws {
        let tries = Mutex(0)
        var system = kernel.system
        let accept = system.accept
        system.accept = { listener in
            let count = tries.withLock { count in
                count += 1
                return count
            }
            return count <= 1 ? -EMFILE : accept(listener)
        }
        let radio = try BluetoothRadio(system: system, clock: VirtualClock(start: Instant(nanoseconds: 0)))
        let offering = Task { try await radio.offerHeartRate(named: "Nightjar") }
        try await kernel.waitForCommand(0x003E)
        let central = try kernel.connectToListener()
        try await eventually { tries.withLock(\.self) == 1 }
        for _ in 0..<20 { _ = await radio.adapters() }
        #expect(await radio.heartRateOffer()?.centrals == 0)
        #expect(tries.withLock(\.self) == 1)
        kernel.pass(.seconds(1))
        try await status(radio) { $0.centrals == 1 }
        #expect(central.ask([0x12, 0x0A, 0, 1, 0]) == [0x13])
        offering.cancel()
        _ = await offering.result
    }

    @Test("Three may connect, and who wants nothing for half a minute makes room for others")
    func strangers() async throws {
        let radio = try radio()
        let offering = Task { try await radio.offerHeartRate(named: "Nightjar") }
        try await kernel.waitForCommand(0x003E)
        var strangers: [ScriptedReader] = []
        for count in 1...3 {
            strangers.append(try kernel.connectToListener())
            try await status(radio) { $0.centrals == count }
        }
        #expect(try kernel.connectToListener().hear() == [], "there is no room")
        try await kernel.waitForCommand(0x003E, count: 3)
        #expect(strangers[0].ask([0x12, 0x0A, 0, 1, 0]) == [0x13])
        #expect(kernel.commands.count { $0.code == 0x003E } == 3, "full, nobody else is invited")
        kernel.pass(.seconds(30))
        try await status(radio) { $0.centrals == 1 && $0.listeners == 1 }
        #expect(strangers[1].hear() == [] && strangers[2].hear() == [])
        try await kernel.waitForCommand(0x003E, count: 4)
        kernel.pass(.seconds(60))
        await radio.send(heartRate: [0, 60])
        #expect(strangers[0].hear() == [0x1B, 9, 0, 0, 60], "who listens stays")
        offering.cancel()
        _ = await offering.result
    }

    @Test("What a process before advertised is taken away, all of it without bluetoothd and ours alone beside it")
    func leftBehind() async throws {
        let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let folder = KeyFolder(path: "\(root)/nightjar-left-\(UInt64.random(in: 0...UInt64.max))")
        defer {
            unlink(folder.advertising)
            rmdir(folder.path)
        }
        func radio(_ kernel: ScriptedKernel) throws -> BluetoothRadio {
            try BluetoothRadio(
                system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)), keyFolder: folder.path)
        }
        let adapter = BluetoothAddress(bits: 0x0011_2233_4400, kind: .public)
        let offering = Task { [kernel] in try await radio(kernel).offerHeartRate(named: "Nightjar") }
        try await kernel.waitForCommand(0x003E)
        #expect(kernel.commands.filter { $0.code == 0x003F }.map(\.parameters) == [[0]])
        try await eventually { folder.readAdvertising() == KeptAdvertising(adapter: adapter, instance: 4) }
        offering.cancel()
        _ = await offering.result
        try await eventually { folder.readAdvertising() == nil }

        // As if it had been killed.
        try folder.write(KeptAdvertising(adapter: adapter, instance: 3).json.text, to: folder.advertising)
        let later = ScriptedKernel()
        later.share()
        let scanning = Task { try await radio(later).scan(ScanFilter()) { _ in } }
        try await later.waitForCommand(0x0023)
        #expect(later.commands.filter { $0.code == 0x003F }.map(\.parameters) == [[3]])
        try await eventually { folder.readAdvertising() == nil }
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("The offer ends with its adapter, and says why an adapter cannot")
    func ends() async throws {
        let radio = try radio()
        let offering = Task { try await radio.offerHeartRate(named: "Nightjar") }
        try await kernel.waitForCommand(0x003E)
        try await status(radio) { _ in true }
        await #expect(throws: Failure.self) { try await radio.offerHeartRate(named: "Another") }
        kernel.unplug(0)
        let failure = await #expect(throws: Failure.self) { try await offering.value }
        #expect(failure?.message.contains("hci0") == true)
        kernel.plug(1)
        kernel.answer(0x003E, with: .init(rawValue: 0x0C))
        while await radio.adapters().adapters.isEmpty { await Task.yield() }
        let refused = await #expect(throws: Failure.self) { try await radio.offerHeartRate(named: "Nightjar") }
        #expect(refused?.message.contains("cannot advertise: not supported") == true)
    }
}
