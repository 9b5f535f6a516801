import Devices
import Signals

/// What `configure` and `clear` have in common: a recorder, its number typed by a person, and what may become of its data.
struct AxivityChanging {
    static let options = [
        Option("--confirm", "NUMBER", "the number of the recorder that may be changed, typed out"),
        Option("--copy", "FILE", "erase the recording, once this copy is found to be all of it"),
        Option("--discard", nil, "erase the recording whether or not it was copied"),
    ]

    let confirmed: String
    let disposition: AxivityDataDisposition

    /// - Throws: `Failure` with code `usage` without a confirmation, so that nothing is changed by accident.
    init(_ arguments: Arguments) throws {
        guard let confirmed = arguments.value("--confirm") else {
            throw arguments.usage(
                "This changes a recorder, so its number must be typed: --confirm NUMBER, as it stands on the case. Nothing "
                    + "was changed.")
        }
        self.confirmed = confirmed
        switch (arguments.value("--copy"), arguments.has("--discard")) {
        case (.some, true): throw arguments.usage("--copy and --discard exclude each other.")
        case (let path?, false): disposition = .eraseAfterCopy(path: path)
        case (nil, true): disposition = .discard
        case (nil, false): disposition = .keep
        }
    }
}
