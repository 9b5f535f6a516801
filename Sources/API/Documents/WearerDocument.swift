import Documents
import Gateway
import Signals
import Store

extension WearerDocument {
    /// A person.
    init(_ person: Person) {
        self.init()
        (id, name) = (RowNumber(person.id.rawValue), person.name)
    }

    /// The fields of a person within another object.
    static func fields(_ person: Person, _ json: inout JSONText) {
        var document = WearerDocument(person)
        document.fields(&json)
    }

    /// The fields of a list of people within another object.
    static func list(_ people: [Person], _ json: inout JSONText) {
        var document = WearerListDocument(people)
        document.fields(&json)
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

extension WearerListDocument {
    /// Some people.
    init(_ people: [Person]) {
        self.init()
        wearers = people.map { WearerDocument($0) }
    }
}
