import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Bluetooth

/// The radio as it is, on its real thread, with the kernel and the peripherals played over socket pairs.
@Suite(.timeLimit(.minutes(2))) struct BluetoothRadioTests {
    private let strap = BluetoothAddress(bits: 0xF1F2_F3F4_F5F6, kind: .random)

    @Test("a link is made with six seconds of supervision, discovered, and gives its values in order")
    func link() async throws {
        let peer = ScriptedPeer()
        let kernel = ScriptedKernel([.up(peer)])
        let heard = Heard()
        let link = try await radio(kernel).connect(to: strap, options: .init(), receive: heard.take)
        #expect(link.transmissionUnit == 247)
        let measurement = try #require(link.database.characteristic(BluetoothUUID(0x2A37)))
        #expect(measurement.value == ScriptedPeer.measurement && measurement.configuration == 4)
        try await link.subscribe(to: measurement)
        #expect(peer.asked.last == [0x12, 4, 0, 1, 0])
        for number in 0..<10 { peer.notify([0, UInt8(number)]) }
        try await eventually { heard.values.count == 10 }
        #expect(heard.values == (0..<10).map { [0, UInt8($0)] })
        let loaded = try #require(kernel.commands.first { $0.code == 0x0035 })
        #expect(loaded.parameters.suffix(2) == [0x58, 0x02], "600 times 10 ms")
    }

    @Test("a flood is taken whole while its reader stands still")
    func flood() async throws {
        let peer = ScriptedPeer()
        let heard = Heard()
        let link = try await radio(ScriptedKernel([.up(peer)])).connect(to: strap, options: .init()) { event in
            heard.take(event)
            if heard.values.count == 1 { heard.standStill() }
        }
        try await link.subscribe(to: #require(link.database.characteristic(BluetoothUUID(0x2A37))))
        let sending = try LoopThread {
            for number in 0..<700 {
                // As many as the socket holds are on their way before the reader moves.
                if number == 100 { heard.goOn() }
                peer.notify([UInt8(number & 0xFF), UInt8(number >> 8)] + [UInt8](repeating: 7, count: 230))
            }
        }
        try await eventually { heard.values.count == 700 }
        sending.join()
        #expect(heard.values.map { Int($0[0]) | Int($0[1]) << 8 } == Array(0..<700))
    }

    @Test("the end of a link is told once, with its reason, to its listener and to whoever asks")
    func end() async throws {
        let peer = ScriptedPeer()
        let heard = Heard()
        let kernel = ScriptedKernel([.up(peer)])
        let link = try await radio(kernel).connect(to: strap, options: .init(), receive: heard.take)
        let secret = try #require(link.database.characteristic(BluetoothUUID(0x2B00)))
        peer.fallSilent()
        let pending = Task { try await link.read(secret) }
        try await eventually { peer.asked.last == [0x0A, 6, 0] }
        // The kernel's word comes before the socket's.
        kernel.tell(0x000C, 0, [0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2, 1])
        peer.hangUp()
        await #expect(throws: Failure.self) { try await pending.value }
        await #expect(throws: Failure.self) { try await link.read(secret) }
        #expect(heard.ends.count == 1)
        #expect(heard.ends.first?.hasPrefix("nothing was heard from the device for 6 s") == true)
    }

    @Test("a device that answers no more for 30 s is let go")
    func timeout() async throws {
        let peer = ScriptedPeer()
        let kernel = ScriptedKernel([.up(peer)])
        let heard = Heard()
        let radio = try radio(kernel)
        let link = try await radio.connect(to: strap, options: .init(), receive: heard.take)
        peer.fallSilent()
        let secret = try #require(link.database.characteristic(BluetoothUUID(0x2B00)))
        let pending = Task { try await link.read(secret) }
        try await eventually { peer.asked.last == [0x0A, 6, 0] }
        #expect(heard.ends.isEmpty)
        kernel.pass(.seconds(31))
        _ = await radio.adapters()
        await #expect(throws: Failure.self) { try await pending.value }
        try await eventually { heard.ends.count == 1 }
    }

    @Test("a device that asks in the middle of our discovery is answered, and is discovered right")
    func asking() async throws {
        let peer = ScriptedPeer(before: [[0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x52, 9, 9, 1]])
        let link = try await radio(ScriptedKernel([.up(peer)])).connect(to: strap, options: .init()) { _ in }
        #expect(link.database.services.map(\.uuid) == [BluetoothUUID(0x180D)])
        #expect(link.database.services.first?.characteristics.count == 2)
        #expect(peer.asked.contains { $0[0] == 0x11 }, "our services were told")
    }

    @Test("an absent device is waited for, and one that leaves during discovery too")
    func absent() async throws {
        let leaving = ScriptedPeer()
        leaving.fallSilent()
        let kernel = ScriptedKernel([
            .refused(ECONNREFUSED), .refused(ECONNREFUSED), .up(leaving), .refused(ETIMEDOUT), .up(ScriptedPeer()),
        ])
        let radio = try radio(kernel)
        let strap = strap
        let connecting = Task { try await radio.connect(to: strap, options: .init()) { _ in } }
        try await eventually { !leaving.asked.isEmpty }
        leaving.hangUp()
        #expect(try await connecting.value.database.services.count == 1)
        #expect(kernel.tries == 5)
    }

    @Test("a pending connection is taken back cleanly")
    func cancelled() async throws {
        let kernel = ScriptedKernel([.pending])
        let radio = try radio(kernel)
        let strap = strap
        let connecting = Task { try await radio.connect(to: strap, options: .init()) { _ in } }
        try await eventually { kernel.tries == 1 }
        connecting.cancel()
        await #expect(throws: CancellationError.self) { try await connecting.value }
        try await kernel.waitUntilClosed()
    }

    @Test("a link that the kernel does not let us watch is tried again and not waited for")
    func unwatched() async throws {
        let tries = Atomic(0)
        let kernel = ScriptedKernel()
        var system = kernel.system
        // A file that cannot be waited for.
        system.openLink = { _, _ in
            tries.add(1, ordering: .relaxed)
            return .success(open("/proc/self/exe", O_RDONLY | O_CLOEXEC))
        }
        let radio = try BluetoothRadio(system: system, clock: VirtualClock(start: Instant(nanoseconds: 0)))
        let strap = strap
        let connecting = Task { try await radio.connect(to: strap, options: .init()) { _ in } }
        while tries.load(ordering: .relaxed) < 2 { try await Task.sleep(for: .milliseconds(1)) }
        connecting.cancel()
        _ = await connecting.result
    }

    @Test("a device held by bluetoothd is reported with the remedy, and nothing of bluetoothd's is replaced")
    func held() async throws {
        let kernel = ScriptedKernel([ScriptedKernel.Connecting](repeating: .refused(EBUSY), count: 9))
        kernel.share()
        let failure = try await #require(throws: Failure.self) {
            try await radio(kernel).connect(to: strap, options: .init()) { _ in }
        }
        #expect(failure.message.contains("held by bluetoothd") && failure.message.contains(strap.description))
        #expect(Set(kernel.commands.map(\.code)).isDisjoint(with: [0x0013, 0x0030, 0x0009, 0x0018]))
    }

    @Test("an adapter pulled out and plugged in again is used again")
    func replugged() async throws {
        let kernel = ScriptedKernel([.refused(EHOSTUNREACH), .up(ScriptedPeer())])
        let radio = try radio(kernel)
        let strap = strap
        let connecting = Task { try await radio.connect(to: strap, options: .init()) { _ in } }
        try await eventually { kernel.tries == 1 }
        kernel.unplug(0)
        kernel.plug(1)
        #expect(try await connecting.value.transmissionUnit == 247)
        #expect(await radio.adapters().adapters.map(\.name) == ["hci1"])
    }

    @Test("links are spread over the adapters, and a try that failed goes to another one")
    func several() async throws {
        let kernel = ScriptedKernel([
            .up(ScriptedPeer()), .refused(ETIMEDOUT), .up(ScriptedPeer()), .up(ScriptedPeer()),
        ])
        kernel.unplugAll()
        let radio = try radio(kernel)
        _ = await radio.adapters()
        for index in UInt16(0)..<2 { kernel.plug(index) }
        for _ in 0..<1000 where await radio.adapters().adapters.count < 2 { await Task.yield() }
        let first = try await radio.connect(to: strap, options: .init()) { _ in }
        let second = try await radio.connect(to: BluetoothAddress(bits: 1, kind: .public), options: .init()) { _ in }
        #expect(kernel.adaptersUsed.map { $0.bits & 0xFF } == [0, 1, 0])
        #expect(await radio.adapters().adapters.map(\.links) == [2, 0])
        var third = GATTLinkOptions()
        third.adapter = 1
        let last = try await radio.connect(to: BluetoothAddress(bits: 2, kind: .public), options: third) { _ in }
        #expect(kernel.adaptersUsed.last?.bits == 0x0011_2233_4401)
        _ = (first, second, last)
    }

    private func radio(_ kernel: ScriptedKernel, keyFolder: String? = nil) throws -> BluetoothRadio {
        try BluetoothRadio(
            system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)), keyFolder: keyFolder)
    }
}

/// What came over a link.
final class Heard: Sendable {
    private struct State {
        var values: [[UInt8]] = []
        var ends: [String] = []
        var unpaired: [String] = []
    }

    private let state = Mutex(State())
    private let gate = Mutex(false)

    var values: [[UInt8]] { state.withLock { $0.values } }
    var ends: [String] { state.withLock { $0.ends } }
    /// Why links ended for want of a pairing.
    var unpaired: [String] { state.withLock { $0.unpaired } }

    @Sendable func take(_ event: GATTLinkEvent) {
        state.withLock { state in
            switch event {
            case .value(_, let bytes, _): state.values.append(bytes)
            case .disconnected(let reason): state.ends.append(reason)
            case .notPaired(let reason): state.unpaired.append(reason)
            case .servicesChanged: break
            }
        }
    }

    /// Blocks the thread until ``goOn()``.
    func standStill() { while !gate.withLock({ $0 }) { usleep(500) } }
    func goOn() { gate.withLock { $0 = true } }
}
