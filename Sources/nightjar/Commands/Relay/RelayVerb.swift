import Relay
import Signals

/// What a program of either side can be told to do.
enum RelayVerb: Hashable {
    case send(RelayPayload)
    case request(RelayPayload)
    case context(RelayPayload)
    case userInfo(RelayPayload)
    case file(String)
    case outstanding
    case cancel(String)
    case status
    case watches
    case unpair(String)
    /// Shows a code, or enters one.
    case pair(String?)

    static let help = """
        Verbs:
          send JSON       a message, when the other side is reachable
          request JSON    a message that wants a reply; a single word is short for {"request": WORD}
          context JSON    this side's latest state
          userinfo JSON   delivered once, sooner or later
          file PATH       delivered once, sooner or later
          outstanding     what waits for the other side
          cancel ID       end a transfer that waits
          status          how the link stands
          watches         the watches that are paired; unpair WATCH forgets one
        Text, numbers, flags, lists and objects can be sent, {"$date": SECONDS} and {"$data": BASE64}; not null (7010).
        A failure prints its number, 7001 to 7019, and exits with 1.
        """

    /// The verb of words; nil for none.
    /// - Throws: `Failure` with code `usage` that says what was expected.
    init?(_ words: [String]) throws {
        guard let name = words.first else { return nil }
        let value = words.count > 1 ? words[1] : nil
        func needed(_ what: String) throws -> String {
            guard let value else { throw Failure(.usage, "`\(name)` needs \(what).") }
            return value
        }
        func payload() throws -> RelayPayload {
            let text = try needed("a JSON object")
            do throws(RelayError) { return try RelayPayload(parsing: Array(text.utf8)) } catch {
                throw Failure(.usage, "“\(text.prefix(80))” is not a JSON object, such as {\"hrv\": 42.5} (7008).")
            }
        }
        switch name {
        case "send": self = .send(try payload())
        case "request":
            let word = try needed("a JSON object or a word")
            let isWord = word.allSatisfy { $0.isLetter || $0.isNumber }
            self = .request(isWord ? ["request": .string(word)] : try payload())
        case "context": self = .context(try payload())
        case "userinfo": self = .userInfo(try payload())
        case "file": self = .file(try needed("a path"))
        case "outstanding": self = .outstanding
        case "cancel": self = .cancel(try needed("the id of a transfer, as `outstanding` shows it"))
        case "status": self = .status
        case "watches": self = .watches
        case "unpair": self = .unpair(try needed("the name of a watch, as `watches` shows it"))
        case "pair": self = .pair(value)
        default:
            throw Failure(
                .usage,
                "There is no verb “\(name)”; there are send, request, context, userinfo, file, outstanding, cancel, "
                    + "status, watches, unpair and pair.")
        }
    }
}
