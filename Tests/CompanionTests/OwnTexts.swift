/// Texts of several kinds, of three hundred words and more each, written for these tests.
enum OwnTexts {
    static let all: [(name: String, text: String)] = [
        ("news", news), ("fiction", fiction), ("law", law), ("science", science), ("instructions", instructions),
        ("dialogue", dialogue),
    ]

    static let news = """
        The council of Harlow Bay approved a plan on Tuesday to rebuild the sea wall that was damaged in the storms of \
        last winter, and the work is expected to commence in March 2027 at a cost of approximately 14.6 million euros. \
        The vote was 9 to 4 in favour, with the mayor, Helena Ortwin, saying that the town had waited long enough for a \
        decision and could not wait for another winter.

        Residents of the harbour district had complained for months that water entered their houses at every spring \
        tide, and many of them attended the meeting in order to be heard before the council made up its mind. \
        "We are not asking for a palace; we are asking for dry floors," said Tomas Reker, who owns a bakery on Quay \
        Street and has closed it 11 times since November. The plan was not popular with everyone, however. The owners of \
        the marina fear that the higher wall will block the view from the promenade, and they said that they had never \
        been asked for their opinion prior to the vote.

        Engineers of the regional office examined three designs, and they found that only one of them could withstand \
        a flood of the kind that occurs once in 200 years. The other two were cheaper, but they would have needed \
        repairs after every severe storm, and the council did not have sufficient money for that. A large number of \
        objections were received during the hearing; 62 of them concerned the noise of construction, and 17 concerned \
        the loss of parking spaces near the fish market.

        The contractor must terminate all work by 30 September, because no noise is permitted in the season when the \
        grey seals rest on the rocks. The ministry will pay 60 % of the cost, and the remainder will be covered by a \
        loan that the town is able to repay over 25 years. Nobody on the council voted against the loan itself, but \
        four members asked for an additional report on the interest, and the treasurer promised to deliver it within \
        six weeks.
        """

    static let fiction = """
        Nobody had lived in the lighthouse since the autumn in which Marta's father drowned, and the path that led up to \
        it was so overgrown that she had to feel for each step with the toe of her boot. The wind came off the water in \
        long cold breaths, and it smelled of weed and iron and of something older that she could not name. She had not \
        told her brother where she was going; he would have laughed, and she was not in the mood to be laughed at.

        At the top she stopped and held the key in her hand, and for a moment she thought of turning back and going \
        home to the warm kitchen and saying nothing about it to anyone. The door was swollen with damp, but it opened \
        when she put her shoulder against it and pushed. Inside there was a smell of paraffin and mice, and the stairs \
        went round and round into a darkness that seemed to have weight. She counted the steps aloud as her father had \
        taught her, and there were 114 of them, exactly as there had always been.

        The lamp room was full of grey light. Somebody had swept the floor, and a blue cup stood on the sill beside a \
        book that lay open on its face. Marta did not touch the cup at first; she looked at it for a long time, and then \
        she laid two fingers against its side and found that it was still warm. "I wondered when you would come," said a \
        voice behind her, and she turned so quickly that the book fell from the sill and she nearly fell after it. \
        An old man sat on the iron bench under the window, and he had her father's coat on, the one with the three brass \
        buttons, and he did not look like anyone whom she had ever met.

        "Who are you?" she asked. He smiled, and the smile was neither kind nor unkind. "I keep the light," he said, \
        "whether or not it burns."
        """

    static let law = """
        The tenant shall not assign this agreement or sublet the premises or any part of them without the written consent \
        of the landlord, and such consent shall not be withheld without a reason that is stated in writing within 14 \
        days of the request. In the event that the tenant fails to pay the rent within 10 days of the date on which it \
        is due, the landlord is able to demand interest at a rate of 4.5 per cent per year on the sum that is not paid, \
        and the tenant shall pay it on demand.

        The landlord shall keep the roof, the walls and the drains in good repair; the tenant shall keep the interior of \
        the premises clean and shall repair any damage that was caused by the tenant or by guests of the tenant. The \
        tenant must obtain permission prior to any change of the building, and the landlord may require that the former \
        state be restored at the end of the term. Notwithstanding the provisions of section 7, the landlord may enter \
        the premises at any time in order to prevent immediate danger, but the landlord must inform the tenant of it \
        without delay.

        Either party may terminate this agreement by giving 3 months' notice in writing. No notice is valid that is \
        given by telephone or by electronic mail, and neither party can rely on a promise that was not made in writing. \
        Due to the fact that the deposit of 2,400 euros is held by a bank, it cannot be repaid immediately; it shall be \
        repaid within 60 days after the keys were returned, and the landlord must provide a list of all sums that were \
        deducted from it. The tenant can object to the list within 30 days, and the objection shall be decided by the \
        arbitrator whom both parties have named in the annex.

        Pursuant to section 12 of the Housing Code of the Province of Velden, a clause that is void does not make the \
        other clauses void, and the parties shall replace it by a valid one that comes as close as possible to what they \
        intended. This agreement contains everything that was agreed between the parties, and no change of it is \
        valid unless it is signed by both of them.
        """

    static let science = """
        Migratory birds utilize several sources of information for orientation, and it is not known with certainty how \
        these sources are combined when they contradict each other. In order to examine this question, we tested 48 \
        young robins in circular cages in which the magnetic field was rotated by 120 degrees, and the positions in \
        which the birds rested were recorded by four cameras throughout the night. The experiment was approximately \
        balanced with respect to sex, and no bird was tested more than 3 times.

        The robins that had seen the setting sun on the previous evening did not follow the rotated field; they continued \
        to hop towards the south-west, as they would have done in the wild. The birds that had been kept under a closed \
        cover showed a different behaviour, and their mean direction was rotated by 109 degrees (95 % interval 84 to \
        134). This demonstrates that the sky at dusk is used to check the magnetic compass, but it does not prove that \
        the sky is the more important of the two. The effect was not seen in cloudy weather, and it was weaker in birds \
        that had migrated before.

        Subsequently we measured the concentration of a pigment in the retina, because it is assumed to be a component of \
        the magnetic sense. The concentration was higher during the night than during the day in all 48 birds, and it \
        rose by a factor of 1.7 within two hours after sunset. There was no correlation between the concentration and \
        the precision of orientation; the correlation coefficient was 0.04. We were not able to exclude the possibility \
        that the cages themselves disturbed the animals, and additional experiments in larger aviaries are necessary to \
        verify the findings.

        Numerous authors have assumed that young birds inherit a fixed direction, and our findings do not contradict \
        that assumption. They indicate, however, that the inherited direction is adjusted before the first flight. As a \
        consequence of this adjustment the birds may be sensitive to artificial light, which is brightest exactly at \
        the time when the compass is set, and cities may therefore influence migration in a way that was never \
        considered in earlier studies.
        """

    static let instructions = """
        Prior to cleaning the coffee machine, disconnect it from the mains and wait for approximately 30 minutes until it \
        has cooled down, because the boiler remains hot for a considerable time and it can cause severe burns. Do not \
        immerse the machine in water, and never use a metal brush on the heating plate. The drip tray is emptied first; \
        it must be pulled out slowly with both hands, as it can contain up to 0.8 litres of hot water.

        Remove the filter holder by turning it to the left, and place it in warm water with 5 ml of washing liquid. The \
        seal is sensitive and it should not be touched with sharp tools. If the seal is damaged, do not attempt to repair \
        it; order a new one from the manufacturer with the number K-4471. In order to remove limescale, fill the tank \
        with 1 litre of the solution and utilize the program that is marked CALC. The program takes 25 minutes, and the \
        lamp flashes while it is running. You can interrupt it at any time, but it will commence again from the \
        beginning the next time you switch the machine on.

        After the program has ended, rinse the tank at least twice with clear water, and run two cups through the machine \
        without coffee. Ensure that no solution remains in the tube, because it has an unpleasant taste and it is not \
        suitable for drinking. The milk frother has to be cleaned on a daily basis. Its nozzle consists of two \
        components, and they can be separated by pressing the grey buttons on both sides simultaneously. Wash both of \
        them by hand; they are not suitable for the dishwasher.

        In the event that the machine does not heat up after cleaning, verify that the tank is seated correctly and \
        that the lever is closed. The machine has a sensor for the tank, and it does not start when the tank is missing. \
        If the fault remains, do not open the housing, as there are no parts inside that you are able to repair \
        yourself. Contact the service of Brandt & Lohse under 0800 555 0142, and have the serial number ready; it is \
        printed on the label beneath the drip tray.
        """

    static let dialogue = """
        "You came," said Ines. She did not get up.

        "I said I would," said Paul, and he put the bag on the table. "Eggs, bread, the paper. They had no milk."

        "No milk? On a Saturday?"

        "The van was late. Mrs. Abel said it will be there at 4." He took off his coat and hung it over the chair, and \
        for a while he stood at the window and looked down into the yard, where nothing moved except a cat on the wall. \
        "Has he called?"

        "Twice," said Ines. "I did not answer. I would not know what to say to him."

        "You could say no."

        "I have said no for 20 years; he never hears it." She opened the paper, and she turned the pages without reading \
        them. "Sit down, Paul. You make me nervous when you stand there like a policeman."

        He sat down. It was quiet in the kitchen, and the clock over the stove ticked loudly, and neither of them seemed \
        to know how to begin. "What does he want this time?" he asked in the end.

        "The house. He has a letter from a lawyer in Trier, and it says that the roof was paid for with his money. It was \
        not. I have all the receipts in the blue box, every single one, from 1998 on."

        "Then show them to him."

        "I showed them to him in May. He laughed, and he said that paper was patient." Ines put the paper away. "I am not \
        afraid of him, you know. I am only tired, and I want it to be over before the winter comes."

        Paul was silent for a moment. He thought of the summer in which the roof was made, and of the two of them on the \
        ladder, and he remembered that their brother had not been there for a single day. "I will go with you to the \
        lawyer," he said. "On Monday at 9. And you will bring the box, and I will do the talking, and he can laugh as \
        much as he likes."

        Ines looked at him for the first time since he had come in. "You never talk," she said.

        "No," said Paul. "But I can read out numbers for an hour, if I have to."
        """
}
