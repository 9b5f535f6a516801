import Glibc
import Runtime
import Signals

/// Everything of the radio that happens on its one thread: the management channel, the adapters, scans and links.
///
/// The actor runs on the thread that waits for the sockets, so what the kernel delivers is dealt with where it arrives.
actor RadioThread {
    /// The descriptor's token of the management channel; links count from 1.
    static let controlToken: UInt64 = 0
    /// How long the kernel may take to answer a command.
    static let answerTime = Duration.seconds(15)

    nonisolated let loop: LinkLoop
    let system: RadioSystem
    let clock: any HostClock
    let server: GATTServer
    let keys: KeyQueue?

    var control: ControlSocket?
    var answers = AwaitedAnswers()
    var starting: Task<Failure?, Never>?
    var adapters: [UInt16: RadioAdapter] = [:]
    /// Adapters whose keys are being read.
    var arriving: [UInt16: ArrivingAdapter] = [:]
    var scans: [UInt64: RadioScan] = [:]
    var links: [UInt64: RadioLink] = [:]
    var memories: [BluetoothAddress: GATTMemory] = [:]
    var sleepers: [UInt64: Sleeper] = [:]
    var lastToken: UInt64 = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(system: RadioSystem, clock: any HostClock, server: GATTServer, keys: KeyFolder?) throws {
        loop = try LinkLoop()
        self.system = system
        self.clock = clock
        self.server = server
        self.keys = keys.map(KeyQueue.init)
        try loop.start { [weak self] wake in
            guard let self else { return }
            self.assumeIsolated { $0.handle(wake) }
        }
    }

    deinit { loop.stop() }

    /// The time of the monotonic clock.
    var uptime: Duration { system.uptime() }

    /// A token that has not been used before.
    func newToken() -> UInt64 {
        lastToken += 1
        return lastToken
    }

    private func handle(_ wake: LinkLoop.Wake) {
        switch wake {
        case .settled: settle()
        case .ready(Self.controlToken, _, _, _): readControl()
        case .ready(let token, let readable, let writable, let failed):
            serve(token, readable: readable, writable: writable, failed: failed)
        }
    }

    /// Does what is due and says when to be called again.
    private func settle() {
        let now = uptime
        for reply in answers.takeLate(at: now) { reply.resume(returning: ManagementAnswer(status: .silent)) }
        tickScans(at: now)
        tickLinks(at: now)
        tickSleepers(at: now)
        loop.setAlarm(in: deadline.map { $0 - now })
    }

    /// When something is due at the latest; nil for nothing before something comes.
    var deadline: Duration? {
        let deadlines =
            [answers.deadline] + adapters.values.map(\.scanDeadline) + links.values.map(\.deadline)
            + sleepers.values.map(\.deadline)
        return deadlines.compactMap(\.self).min()
    }
}
