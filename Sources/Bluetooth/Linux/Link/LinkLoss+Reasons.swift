import Glibc
import Runtime

extension LinkLoss {
    /// The reason in an error number of the socket, or what the kernel said before.
    init(error number: Int32, end: LinkEnd?, timeout: Double) {
        kind = .passing
        switch (end, number) {
        case (.timeout, _), (_, ETIMEDOUT):
            reason =
                "nothing was heard from the device for \(Self.seconds(timeout)); it is out of reach or its battery is empty"
        case (.byPeripheral, _), (nil, 0), (nil, ECONNRESET): reason = "the device ended the link"
        case (.authenticationFailed, _), (nil, EACCES):
            kind = .lasting
            reason = "the device knows the pairing no more; `nightjar bluetooth forget` and pair it anew"
        case (.suspended, _): reason = "this machine went to sleep"
        case (_, ECONNABORTED), (_, ENODEV): reason = "the adapter was unplugged or switched off"
        case (_, EHOSTUNREACH), (_, ENETDOWN), (_, EHOSTDOWN): reason = "the adapter is switched off"
        case (.byThisMachine, _): reason = "this machine ended the link"
        default: reason = "the link broke: \(SystemError(number, "recv").reason)"
        }
    }

    private static func seconds(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e6 ? "\(Int(value)) s" : "\(value) s"
    }
}
