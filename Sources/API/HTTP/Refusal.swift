import Runtime

/// Why something is turned away before any route sees it. Words of this program alone: what was sent is never among them.
enum Refusal: String, CaseIterable, Sendable {
    case malformedHead = "malformed_head"
    case longAddress = "address_too_long"
    case largeFields = "fields_too_large"
    case largeBody = "body_too_large"
    case unknownVersion = "unknown_version"
    case foreign = "foreign_name_or_page"
    case tooOften = "too_often"
    case notNow = "not_now"
    /// No answer: there was no place for a connection, or it gave its place to another.
    case noPlace = "no_place"
    /// Closed without an answer: no complete head in time.
    case slowHead = "head_too_slow"
    /// Closed without an answer: the body came too slowly.
    case slowBody = "body_too_slow"
    /// No answer: a body went on far beyond what is taken.
    case endlessBody = "body_without_end"

    /// Of a request that is answered with a status.
    init(status: Int) {
        self =
            switch status {
            case 403: .foreign
            case 413: .largeBody
            case 414: .longAddress
            case 429: .tooOften
            case 431: .largeFields
            case 505: .unknownVersion
            case 500...: .notNow
            default: .malformedHead
            }
    }

    /// The log level: a connection refused for want of room may be the owner's, everything else is the sender's fault.
    var level: LogLevel { self == .noPlace ? .warning : .info }

    /// The message for the log.
    var message: String {
        switch self {
        case .noPlace: "A connection found no place, or gave it to another."
        case .slowHead, .slowBody, .endlessBody: "A connection was ended without an answer."
        default: "A request was refused at its head."
        }
    }
}
