/** Groups of English synonyms, one a line; `synonyms.ts` says what a group is. */
export const SYNONYMS_EN = `decide decided decision choose chose chosen agree agreed settle resolve resolved
approve approved approval accept accepted endorse
keep kept stay stays remain remains maintain retain preserve
send sent sends deliver dispatch forward submit hand
sell sold sale sales
buy bought purchase acquire
begin began begun start starts started launch kick commence open
end ended finish finished complete completed conclude close
launch release released publish published introduce
rise rose risen rises increase increases raise raised grow grew grown climb climbed higher
fall fell fallen drop dropped decrease decline reduce reduced lower lowered cut shrink
cost costs price priced worth amount amounts
rent lease
repair repaired fix fixed mend
replace replaced swap substitute exchange change changed
check checks checked verify examine inspect review look looks looking control
search searching seek sought look looking looks investigate investigating
find found discover locate
prepare prepared draft drafted ready
write wrote written writes draft compose
call calls called phone ring telephone contact contacted
ask asks asked request requested enquire
meet met meeting meetings session
move moved relocate transfer shift transport moves
delay delayed postpone postponed defer put
arrange arranged organise organize organised organized plan schedule book
book booked reserve reserved reservation booking
pay paid pays payment settle
hire hired recruit recruited employ
resign resigned quit leave left step stepped depart
need needs needed require requires required necessary
use used uses using employ usage utilise
show showed shown shows present presented demonstrate
tell told inform informed notify notified
help helps support assist assisted aid
try tried tries attempt
test tested tests trial pilot
build built builds construct
create created make made build produce set
remove removed delete deleted drop dropped
add added include included
save saves saved spare
lose lost loses loss losing missing
win won wins
share shared distribute circulate
sign signed signs signature
update updated updates refresh
collect gather compile
big large huge major
small little minor
quick quickly fast rapid
customer customers client clients
employee employees staff worker workers colleague colleagues
problem problems issue issues trouble difficulty
mistake mistakes error errors fault
idea ideas proposal suggestion
propose proposed suggest suggested proposal suggestion
money funds budget
document documents paper file
meeting call session
deadline due
important essential key crucial
difficult hard tough
cheap cheaper inexpensive
expensive costly dear
all every each whole entire everybody everyone
many lots lot several numerous
before by until till
because since as so therefore thus hence due reason
fit fits
people persons
show display
work works worked function functions functioning operate operated running
wrong incorrect
correct right
explain explained clarify
car vehicle
purchase order ordered
answer answered reply replied respond response
contract agreement
offer quote quotation
report reports
company firm business
pick select selected choose chose chosen
take takes took taken bring brings brought carry
give gave given provide provided hand supply supplied
receive received get got
think thinks thought believe believes feel feels
hold held take place
visit visited
early earlier sooner
late later
next following coming
last previous past
yearly annual annually year
monthly month
weekly week
daily day
handle handled deal responsible care charge
translate translated translation
travel trip journey
currently now
order ordered
good well
enough sufficient
old former
spend spent
draw drew drawn
speak spoke spoken talk talked talks
know knows knew known
read reads
choose pick
train trained training
clean cleaned cleaning
print printed
install installed set
happen happened occur
`;
