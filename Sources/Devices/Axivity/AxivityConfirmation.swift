import Signals

/// A person's confirmation that one recorder may be changed. Every command that changes a recorder needs one, and it
/// can only be made from the number that the person typed.
package struct AxivityConfirmation: Hashable, Sendable {
    /// The number of the recorder that may be changed.
    package let number: UInt32

    /// The word for `recorder`, when what was typed is its number or the gateway's name for it.
    /// - Throws: `Failure` with code `notPermitted` for anything else.
    package init(typed: String, for recorder: AxivityIdentity) throws {
        guard typed == String(recorder.number) || typed == recorder.device.deviceID.rawValue else {
            throw Failure(
                .notPermitted,
                "“\(typed)” was confirmed and the recorder is number \(recorder.number), so nothing was changed. Compare "
                    + "the number on its case and confirm that one.")
        }
        number = recorder.number
    }
}
