import Documents
import Gateway
import Runtime
import Signals
import Store

/// People, and who wore which device when.
enum WearerDocument {
    static func list(_ people: [Person], _ json: inout JSONText) {
        json.array("wearers") { json in
            for person in people { json.object { fields(person, &$0) } }
        }
    }

    static func fields(_ person: Person, _ json: inout JSONText) {
        json.field("id", Int(person.id.rawValue))
        json.field("name", person.name)
    }

    static func write(_ wearing: Wearing, of person: Person?, _ json: inout JSONText) {
        json.object { json in
            json.object("wearer") { json in
                json.field("id", Int(wearing.person.rawValue))
                json.field("name", person?.name)
            }
            json.field("start_s", wearing.start)
            json.field("end_s", wearing.end)
        }
    }
}
