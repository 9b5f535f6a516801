import Runtime
import Signals
package import SystemBus

/// Keeps the machine from being suspended while a night is recorded, by an inhibitor lock of logind; what else a person does
/// with the machine is theirs.
package struct SleepInhibitor: Sendable {
    /// When to ask for the lock and when to let it go: a plain state machine.
    struct Plan {
        /// What is to be done.
        enum Action: Hashable { case take, release }

        /// How long after a refusal it is asked again, in seconds.
        static let retryTime = 300.0

        private var isHeld = false
        private var retryAt: Instant?
        /// Whether it was told that nobody keeps the machine awake.
        private var hasTold = false

        mutating func next(isRecording: Bool, at now: Instant) -> Action? {
            guard isRecording else {
                defer { self = Plan() }
                return isHeld ? .release : nil
            }
            guard !isHeld, retryAt.map({ $0 <= now }) ?? true else { return nil }
            return .take
        }

        /// What became of the asking; true when a person is to be told that it was refused.
        mutating func asked(isHeld: Bool, at now: Instant) -> Bool {
            self.isHeld = isHeld
            retryAt = isHeld ? nil : now.advanced(bySeconds: Self.retryTime)
            defer { hasTold = hasTold || !isHeld }
            return !isHeld && !hasTold
        }
    }

    /// Gets the lock, which is held as long as what it gives is.
    private let lock: @Sendable () async throws(BusFailure) -> any AnyObject & Sendable

    /// logind's locks.
    package init(bus: SystemBus = .shared) {
        self.init { () async throws(BusFailure) -> any AnyObject & Sendable in
            let values = try await bus.call(
                BusCall(
                    "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit",
                    [.text("sleep"), .text("Nightjar"), .text("A night is being recorded"), .text("block")]))
            guard case .descriptor(let descriptor)? = values.first, descriptor.number >= 0 else {
                throw BusFailure(name: "", message: "logind gave no lock")
            }
            return descriptor
        }
    }

    init(lock: @escaping @Sendable () async throws(BusFailure) -> any AnyObject & Sendable) { self.lock = lock }

    /// Holds the lock while something is recorded, until the task is cancelled.
    func run(
        clock: any HostClock, report: @Sendable (String) -> Void, isRecording: @Sendable () -> Bool
    ) async {
        var plan = Plan()
        var held: (any AnyObject & Sendable)?
        repeat {
            switch plan.next(isRecording: isRecording(), at: clock.now) {
            case .take:
                do throws(BusFailure) {
                    held = try await lock()
                    _ = plan.asked(isHeld: true, at: clock.now)
                } catch {
                    guard plan.asked(isHeld: false, at: clock.now) else { continue }
                    report(
                        "This machine may be suspended in the middle of the night that is being recorded: \(error.message). "
                            + "`nightjar doctor` tells what would do it.")
                }
            case .release: held = nil
            case nil: break
            }
        } while (try? await clock.wait(seconds: 5)) != nil
        withExtendedLifetime(held) {}
    }
}
