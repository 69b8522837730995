-- Which seat was offered an alarm longest ago is asked with each alarm that nobody takes: without reading all steps there ever were.
create index warn_step_offered on warn_step ((data ->> 'offeredTo'), at) where kind = 'note' and data ->> 'offeredTo' is not null;
