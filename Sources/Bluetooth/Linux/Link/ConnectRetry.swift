import Glibc
import Signals

/// What follows when a link could not be made: when to try again, or what to tell. Tries go on for as long as it takes,
/// as the device may come near at any time.
struct ConnectRetry {
    /// What to do after a failed attempt.
    enum Step {
        /// Try again after so long; `isAdapterFault` when the adapter is to be looked at first.
        case again(Duration, isAdapterFault: Bool)
        case giveUp(Failure)
    }

    /// The longest pause.
    static let longestPause = Duration.seconds(30)

    private var quickFailures = 0
    private var adapterFaults = 0
    private var busyTries = 0
    private var fullTries = 0

    /// A try failed with an error number after `duration`.
    /// - Parameters:
    ///   - jitter: Any number in 0 ..< 1.
    ///   - held: Who holds the device when another program does.
    mutating func failed(_ number: Int32, after duration: Duration, jitter: Double, context: Context) -> Step {
        // An absent device makes the kernel try for 40 s; what fails at once must not be tried without a pause.
        quickFailures = duration < .seconds(2) ? quickFailures + 1 : 0
        switch number {
        case EBUSY, EALREADY:
            busyTries += 1
            return busyTries > 3 ? .giveUp(context.isHeld) : .again(.seconds(1), isAdapterFault: false)
        case EMLINK, ENOMEM:
            fullTries += 1
            return fullTries > 3 ? .giveUp(context.isFull) : .again(.seconds(2), isAdapterFault: false)
        case EHOSTUNREACH, ENETDOWN, ENODEV, ENXIO, EADDRNOTAVAIL: return adapterFault(jitter: jitter)
        case EAFNOSUPPORT, EPROTONOSUPPORT, EPERM: return .giveUp(RadioProblem.noControl(number))
        default:
            let base = min(0.05 * Double(1 << min(quickFailures, 7)), 5)
            return .again(.seconds(base * (1 + jitter)), isAdapterFault: false)
        }
    }

    /// The adapter failed or is gone: waits 1 s, doubled with each fault up to 30 s, less up to a quarter at random.
    mutating func adapterFault(jitter: Double) -> Step {
        adapterFaults += 1
        let base = Double(1 << min(adapterFaults - 1, 5))
        return .again(min(.seconds(base * (0.75 + jitter / 4)), Self.longestPause), isAdapterFault: true)
    }

    /// The link is up: later failures count from the start.
    mutating func succeeded() { self = ConnectRetry() }

    /// What the message of a failure names.
    struct Context {
        var address: BluetoothAddress
        var adapter: String
        var links: Int
        var isShared: Bool

        var isHeld: Failure {
            let holder = isShared ? "bluetoothd" : "another program"
            let remedy =
                isShared
                ? "`bluetoothctl disconnect \(address)` frees it, `bluetoothctl remove \(address)` for good"
                : "End that program, or whatever else talks to the device"
            return Failure(.failed, "The device \(address) is held by \(holder). \(remedy).")
        }

        var isFull: Failure {
            Failure(
                .failed,
                "\(adapter) carries as many links as it can (\(links) of Nightjar's). Stop another device, or plug in a "
                    + "second adapter.")
        }
    }
}
