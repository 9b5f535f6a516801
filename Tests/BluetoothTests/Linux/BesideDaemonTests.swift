import Runtime
import Signals
import Synchronization
import SystemBus
import Testing

@testable import Bluetooth

/// What the radio leaves alone where bluetoothd manages the adapters, and what it does when that comes or goes.
@Suite(.timeLimit(.minutes(2))) struct BesideDaemonTests {
    private let strap = BluetoothAddress(bits: 0xF1F2_F3F4_F5F6, kind: .random)
    /// Power, Bondable, Low Energy, long-term keys, input and output, Secure Connections, identity keys.
    private static let managing: Set<UInt16> = [0x0005, 0x0009, 0x000D, 0x0013, 0x0018, 0x002D, 0x0030]

    private func thread(_ kernel: ScriptedKernel) throws -> RadioThread {
        try RadioThread(
            system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)),
            server: GATTServer(name: "Nightjar", zone: .utc), keys: KeyFolder(path: "/dev/null/none"))
    }

    @Test("beside bluetoothd nothing that it manages is set")
    func nothingSet() async throws {
        let kernel = ScriptedKernel([.up(ScriptedPeer())])
        kernel.share()
        let radio = try thread(kernel)
        _ = try await radio.connect(to: strap, options: .init()) { _ in }
        #expect(Self.managing.isDisjoint(with: kernel.commands.map(\.code)))
        #expect(await radio.list().isShared)
    }

    @Test("an adapter that is off beside bluetoothd stays off, and who switches it on is said")
    func off() async throws {
        let kernel = ScriptedKernel()
        kernel.share(powered: false)
        let radio = try thread(kernel)
        let failure = try await #require(throws: Failure.self) { try await radio.scan(ScanFilter()) { _ in } }
        #expect(failure.message.contains("`bluetoothctl power on`"))
        #expect(Self.managing.isDisjoint(with: kernel.commands.map(\.code)))
    }

    @Test("keys are given to the kernel once bluetoothd is gone for good, and no more when it is back")
    func comesAndGoes() async throws {
        let kernel = ScriptedKernel()
        kernel.share()
        let radio = try thread(kernel)
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        try await kernel.waitForCommand(0x0023)
        // A restart: gone for less than three seconds.
        kernel.share(false)
        kernel.share()
        while await radio.departure < 2 { await Task.yield() }
        kernel.pass(.seconds(4))
        kernel.tell(0x0006, 0, [1, 2, 0, 0])
        _ = await radio.list()
        #expect(Self.managing.isDisjoint(with: kernel.commands.map(\.code)))
        let before = await radio.departure
        kernel.share(false)
        while await radio.departure == before { await Task.yield() }
        _ = await radio.list()
        kernel.pass(.seconds(4))
        kernel.tell(0x0006, 0, [1, 2, 0, 0])
        try await kernel.waitForCommand(0x0013)
        try await kernel.waitForCommand(0x0030)
        #expect(await !radio.isShared)
        kernel.share()
        while await !radio.isShared { await Task.yield() }
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("a protected value is read once bluetoothd has paired, and the kernel is asked nothing for it")
    func pairs() async throws {
        let peer = ScriptedPeer()
        peer.protect()
        let kernel = ScriptedKernel([.up(peer)])
        kernel.share()
        let link = try await thread(kernel).connect(to: strap, options: .init()) { _ in }
        let secret = try #require(link.database.characteristic(BluetoothUUID(0x2B00)))
        #expect(try await link.read(secret) == [42])
        #expect(kernel.paired == [[strap]] && kernel.encrypted == 0)
        kernel.tell(0x000F, 0, [0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2, 1, 0, 0, 0, 0])
        _ = await link.signalStrength()
        #expect(!kernel.commands.contains { $0.code == 0x001C }, "its agent answers")
    }

    @Test("the link is encrypted by the kernel where bluetoothd has the bond")
    func sharesBond() async throws {
        let peer = ScriptedPeer()
        peer.protect()
        let kernel = ScriptedKernel([.up(peer)])
        kernel.share()
        kernel.pairings(become: .bonded)
        let link = try await thread(kernel).connect(to: strap, options: .init()) { _ in }
        let secret = try #require(link.database.characteristic(BluetoothUUID(0x2B00)))
        #expect(try await link.read(secret) == [42])
        #expect(kernel.encrypted == 1)
    }

    @Test("a pairing that bluetoothd is asked for ends with its link")
    func endsWithLink() async throws {
        let peer = ScriptedPeer()
        peer.protect()
        let kernel = ScriptedKernel([.up(peer)])
        kernel.share()
        let isAsked = Mutex(false)
        let isCancelled = Mutex(false)
        var system = kernel.system
        system.daemon.pair = { _, _ in
            isAsked.withLock { $0 = true }
            while !Task.isCancelled { await Task.yield() }
            isCancelled.withLock { $0 = true }
            return .refused("it was cancelled")
        }
        let thread = try RadioThread(
            system: system, clock: VirtualClock(start: Instant(nanoseconds: 0)),
            server: GATTServer(name: "Nightjar", zone: .utc), keys: nil)
        let link = try await thread.connect(to: strap, options: .init()) { _ in }
        let secret = try #require(link.database.characteristic(BluetoothUUID(0x2B00)))
        let reading = Task { try await link.read(secret) }
        try await eventually { isAsked.withLock(\.self) }
        peer.hangUp()
        await #expect(throws: (any Error).self) { try await reading.value }
        try await eventually { isCancelled.withLock(\.self) }
    }

    @Test("a pairing that nobody waits for any more is called off at bluetoothd, and its agent taken away")
    func calledOff() async {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let members = Mutex<[String]>([])
        let pairing = BlueZPairing(
            call: { (call, _) throws(BusFailure) in
                members.withLock { $0.append(call.member) }
                switch call.member {
                case "Get": return [.number(0)]
                case "Pair":
                    ask.finish()
                    // Until it is called off.
                    while !members.withLock({ $0.contains("CancelPairing") }) { await Task.yield() }
                    throw BusFailure(name: "org.bluez.Error.AuthenticationCanceled", message: "")
                default: return []
                }
            }, serve: { _, _ in })
        let pairs = Task { [strap] in await pairing.pair([strap], adapter: 0) }
        for await _ in asked {}
        pairs.cancel()
        guard case .refused = await pairs.value else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(
            members.withLock { $0.filter { $0 != "Get" } }
                == ["RegisterAgent", "Pair", "CancelPairing", "UnregisterAgent"])
    }

    @Test("what bluetoothd refuses is told with what frees the device")
    func refused() async throws {
        let peer = ScriptedPeer()
        peer.protect()
        let kernel = ScriptedKernel([.up(peer)])
        kernel.share()
        kernel.pairings(become: .refused("the device refused bluetoothd's pairing"))
        let heard = Heard()
        let link = try await thread(kernel).connect(to: strap, options: .init(), receive: heard.take)
        let secret = try #require(link.database.characteristic(BluetoothUUID(0x2B00)))
        await #expect(throws: Failure.self) { try await link.read(secret) }
        try await eventually { heard.ends == ["the device refused bluetoothd's pairing"] }
    }

    @Test(
        "each of bluetoothd's errors has its advice",
        arguments: [
            ("org.bluez.Error.AuthenticationFailed", "bluetoothctl remove F1:F2:F3:F4:F5:F6"),
            ("org.bluez.Error.AuthenticationRejected", "confirm it where the desktop asks"),
            ("org.bluez.Error.InProgress", "another program is pairing"),
            ("org.freedesktop.DBus.Error.AccessDenied", "nightjar.conf"),
            ("org.freedesktop.DBus.Error.UnknownObject", "does not know the device"),
            ("org.freedesktop.DBus.Error.NoReply", "systemctl status bluetooth"),
            ("org.bluez.Error.Failed", "said so"),
        ])
    func advice(name: String, words: String) {
        let advice = BlueZPairing.advice(BusFailure(name: name, message: "said so"), [strap])
        #expect(advice.contains(words))
        #expect(!advice.contains("nightjar bluetooth forget"), "that forgets nothing of bluetoothd's")
    }

    @Test("where neither bus nor processes tell, bluetoothd is taken for there, and for gone where it cannot run")
    func unknown() {
        func isThere(_ presence: BusPresence, bus: Bool = true, running: Bool = false, sees: Bool = false) -> Bool {
            BluetoothDaemon.isThere(presence, busMayBeThere: bus, isRunning: running, seesProcesses: sees)
        }
        #expect(isThere(.there, sees: true) && !isThere(.gone, running: true))
        #expect(isThere(.unknown) && isThere(.unknown, running: true, sees: true))
        #expect(!isThere(.unknown, sees: true) && !isThere(.unknown, bus: false))
        #expect(isThere(.unknown, bus: false, running: true))
    }

    @Test("the agent says yes to nothing that we do not pair")
    func agent() {
        let pairing = BlueZPairing(bus: SystemBus(address: "unix:path=/dev/null/none"))
        let path = BusValue.text(BlueZPairing.path(of: strap, 0))
        #expect(path == .text("/org/bluez/hci0/dev_F1_F2_F3_F4_F5_F6"))
        for member in ["RequestConfirmation", "RequestAuthorization", "RequestPasskey", "AuthorizeService"] {
            #expect(pairing.answer(member, [path])?.name == "org.bluez.Error.Rejected")
        }
        #expect(pairing.answer("Release", []) == nil && pairing.answer("Cancel", []) == nil)
    }
}
